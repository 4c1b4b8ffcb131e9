#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/formulas/formula_text.h"
#include "app/document/lessons/lesson.h"
#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// A text as it is read, or what is to be done.
enum class TextTone { kPlain, kStrong };

/// Draws `blocks` from `pen` down, as wide as it is, with the numbers of `facts` filled in. Terms
/// light what they speak of while the mouse is on them, and are lit while it is on that, and so do
/// those of formulas; where that is not there, they say so. Terms are named `name.term[n]`,
/// formulas `name.formula[n]`.
void lesson_text(Ui& ui, const Workspace& workspace, Pen& pen, std::string_view name,
                 const std::vector<TextBlock>& blocks, const Facts& facts,
                 TextTone tone = TextTone::kPlain);
/// How high that is.
float lesson_text_height(const Theme& theme, const std::vector<TextBlock>& blocks, float width,
                         const Facts& facts);

/// A word before a paragraph, in a colour of its own; may be empty.
struct LeadWord {
  std::string text{};
  ImU32 color = 0;
};

/// One paragraph, whose expressions are filled in: see fill() of lesson_text.h.
void lesson_words(Ui& ui, Pen& pen, Face face, ImU32 color, const std::vector<TextPiece>& pieces,
                  const LeadWord& lead = {});

/// How high that is.
float lesson_words_height(const Theme& theme, Face face, const std::vector<TextPiece>& pieces,
                          float width);

}  // namespace attn::ui
