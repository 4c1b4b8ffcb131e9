#pragma once

#include <functional>
#include <vector>

#include "app/document/lessons/lesson.h"
#include "app/ui/theme/text_flow.h"
#include "app/ui/toolkit/box.h"

namespace attn::ui {

// Layout and drawing of Markdown blocks, in a lesson and in the guide.

Face face_of(const TextBlock& block, const TextRun& run, bool is_strong);

/// Words of a block laid out in lines, and the space around them, in pixels.
struct SetBlock {
  Flow text;
  float indent = 0, margin = 0, below = 0;
  float marker = 0;  ///< distance of the marker before the words

  float height() const { return text.height + 2 * margin; }
};

/// Lays out the `words` of `block` in `width` pixels; `is_last`: no item of the same list follows.
SetBlock set_block(const Theme& theme, const TextBlock& block, bool is_last, float width,
                   const std::vector<FlowWord>& words);

/// Draws the background of code, the bar of a quote or the marker of a list item; returns the upper
/// left corner of the words.
ImVec2 draw_ground(const Theme& theme, const TextBlock& block, const SetBlock& set, const Box& box);

/// Word of a block with its position. Words of one run in one line share a background.
struct PlacedWord {
  const FlowItem& item;
  const TextRun& run;
  Box ground;
  bool goes_on, is_followed;  ///< the previous, or next, word in the line belongs to the same run
};

/// Draws the background of inline code, then calls `draw` for each word. The owner of a word is its
/// run.
void for_each_word(const Theme& theme, const Flow& text, const TextBlock& block, ImVec2 at,
                   const std::function<void(const PlacedWord&)>& draw);

}  // namespace attn::ui
