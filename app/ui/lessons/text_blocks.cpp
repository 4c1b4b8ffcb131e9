#include "app/ui/lessons/text_blocks.h"

#include <algorithm>
#include <string>

namespace attn::ui {

Face face_of(const TextBlock& block, const TextRun& run, bool is_strong) {
  if (block.kind == TextBlock::Kind::kCode || run.is_code) return Face::kMono;
  is_strong |= run.is_strong || run.is_emphasis || block.kind == TextBlock::Kind::kHeading;
  return is_strong ? Face::kTextMedium : Face::kText;
}

SetBlock set_block(const Theme& theme, const TextBlock& block, bool is_last, float width,
                   const std::vector<FlowWord>& words) {
  const bool is_code = block.kind == TextBlock::Kind::kCode;
  const bool is_quote = block.kind == TextBlock::Kind::kQuote;
  const bool is_item = block.kind == TextBlock::Kind::kItem;
  const float pitch = theme.line_height(Face::kText) + theme.px(5);
  SetBlock set;
  if (is_item) {
    std::string widest = block.marker;  // all numbers of a list have equal width
    std::ranges::replace_if(
        widest, [](char c) { return c >= '0' && c <= '9'; }, '0');
    const float marker = text_size(theme, Face::kText, widest).x;
    set.marker = std::max(theme.px(18), marker + theme.px(8));
    set.indent = theme.px(18) * static_cast<float>(std::max(1, block.depth) - 1) + set.marker;
  } else if (is_code || is_quote) {
    set.indent = theme.px(10);
  }
  const float right = is_code ? theme.px(10) : 0;
  set.margin = is_code ? theme.px(6) : 0;
  set.below = theme.px(is_item && !is_last ? 3 : 9);
  set.text = flow(theme, words, width - set.indent - right, pitch);
  return set;
}

ImVec2 draw_ground(const Theme& theme, const TextBlock& block, const SetBlock& set,
                   const Box& box) {
  const ImVec2 at(box.min.x + set.indent, box.min.y + set.margin);
  if (block.kind == TextBlock::Kind::kCode) {
    fill_box(box, theme.colors().field, theme.px(5));
  }
  if (block.kind == TextBlock::Kind::kQuote) {
    fill_box(box.left_of(box.min.x + theme.px(3)), theme.colors().hairline);
  }
  if (!block.marker.empty()) {
    const float line =
        set.text.items.empty() ? theme.baseline(Face::kText) : set.text.items[0].baseline;
    draw_text(theme, Face::kText,
              {at.x - set.marker + theme.px(2), at.y + line - theme.baseline(Face::kText)},
              theme.colors().secondary, block.marker);
  }
  return at;
}

void for_each_word(const Theme& theme, const Flow& text, const TextBlock& block, ImVec2 at,
                   const std::function<void(const PlacedWord&)>& draw) {
  for (std::size_t n = 0; n < text.items.size(); ++n) {
    const FlowItem& one = text.items[n];
    const TextRun& run = block.runs[one.word.owner];
    const auto belongs = [&](std::size_t other) {
      return other < text.items.size() && text.items[other].top == one.top &&
             text.items[other].word.owner == one.word.owner;
    };
    const bool goes_on = n > 0 && belongs(n - 1);
    const float left = goes_on ? text.items[n - 1].x + text.items[n - 1].width : one.x;
    const Box ground{{at.x + left, at.y + one.top},
                     {at.x + one.x + one.width, at.y + one.top + one.height}};
    if (run.is_code && block.kind != TextBlock::Kind::kCode) {
      const float grow = theme.px(2);
      fill_box({{ground.min.x - (goes_on ? 0 : grow), ground.min.y - theme.px(1)},
                {ground.max.x + grow, ground.max.y - theme.px(3)}},
               theme.colors().field, goes_on ? 0 : theme.px(3));
    }
    draw({one, run, ground, goes_on, belongs(n + 1)});
  }
}

}  // namespace attn::ui
