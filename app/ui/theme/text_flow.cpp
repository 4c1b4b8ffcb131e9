#include "app/ui/theme/text_flow.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/theme/window_formulas.h"

namespace attn::ui {
namespace {

using PieceKind = TextPiece::Kind;

constexpr double kBlockShare = 1.375;              // font size of display formulas in the words' em
constexpr float kBlockSide = 16, kBlockRise = 11;  // padding in pixels at scale 1
constexpr float kRiseShare = 0.6F;                 // share of the free space above a line
constexpr double kSmallestShare = 0.5;             // smallest scale of a formula without enough
                                                   // room

float up(double length) { return static_cast<float>(std::ceil(length)); }

FlowItem measured(const Theme& theme, const FlowWord& word, float width) {
  FlowItem item{.word = word};
  if (word.kind == PieceKind::words) {
    const ImVec2 size = text_size(theme, word.face, word.text);
    item.width = size.x;
    item.height = size.y;
    item.baseline = theme.baseline(word.face);
    return item;
  }
  item.style = formula_style(theme, word.face);
  const bool is_block = word.kind == PieceKind::block;
  if (is_block) {
    item.style.display = true;
    item.style.size = kBlockShare * theme.em(word.face);
    item.inset = theme.px(kBlockSide);
  }
  item.style.width = static_cast<double>(width - 2 * item.inset);
  item.style = fitting_style(theme, word.text, item.style);
  const SetFormula& set = theme.formulas().set(word.text, item.style);
  const float margin = is_block ? theme.px(kBlockRise) : 0;
  item.width = is_block ? width : up(set.width);
  item.baseline = up(set.baseline) + margin;
  item.height = item.baseline + up(set.height - set.baseline) + margin;
  return item;
}

/// Distributes groups of items over lines.
class FlowWriter {
 public:
  FlowWriter(const Theme& theme, float width, float pitch)
      : theme_(theme), width_(width), pitch_(pitch) {}

  void add_group(std::vector<FlowItem> group, bool has_space, bool breaks) {
    float wide = 0;
    bool is_tall = false;
    for (const FlowItem& item : group) {
      wide += item.width;
      is_tall |= stands_alone(item);
    }
    const float space = has_space && x_ > 0 ? text_size(theme_, group.front().word.face, " ").x : 0;
    const bool is_too_wide = x_ > 0 && x_ + space + wide > width_;
    if (breaks || is_too_wide || (is_tall && x_ > 0)) {
      end_line();
    } else {
      x_ += space;
    }
    for (FlowItem& item : group) {
      item.x = x_;
      x_ += item.width;
      line_.push_back(std::move(item));
    }
    if (is_tall) end_line();
  }

  Flow finish() && {
    if (!line_.empty()) end_line();
    made_.height = y_;
    return std::move(made_);
  }

 private:
  /// Whether the item is a display formula or a formula of several lines.
  bool stands_alone(const FlowItem& item) const {
    if (item.word.kind == PieceKind::block) return true;
    return item.word.kind == PieceKind::formula && item.height > 2.2F * pitch_;
  }

  void end_line() {
    const bool is_block = line_.size() == 1 && line_[0].word.kind == PieceKind::block;
    float rise = 0, fall = 0, words = 0, between = 0;
    for (const FlowItem& item : line_) {
      rise = std::max(rise, item.baseline);
      fall = std::max(fall, item.height - item.baseline);
      words = std::max(words, theme_.baseline(item.word.face));
      between = std::max(between, pitch_ - theme_.line_height(item.word.face));
    }
    // Formulas first use the free space between lines.
    if (!is_block) rise = std::max(words, rise - kRiseShare * between);
    const float gap = is_block ? theme_.px(5) : 0;
    const float height = std::max(pitch_, rise + fall) + (line_.empty() ? 0 : gap);
    for (FlowItem& item : line_) {
      item.top = y_;
      item.baseline = y_ + rise;
      item.height = is_block ? item.height : height;
      made_.items.push_back(std::move(item));
    }
    line_.clear();
    y_ += height;
    x_ = 0;
  }

  const Theme& theme_;
  const float width_, pitch_;
  std::vector<FlowItem> line_;
  float x_ = 0, y_ = 0;
  Flow made_;
};

}  // namespace

void add_words(std::vector<FlowWord>& words, std::string_view text, const FlowWord& kind) {
  bool has_space = false, breaks = false;
  const auto add = [&](std::string_view one) {
    FlowWord word = kind;
    word.text = one;
    word.has_space = std::exchange(has_space, false);
    word.breaks = std::exchange(breaks, false);
    words.push_back(std::move(word));
  };
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(" \n"), text.size());
    if (end > 0) add(text.substr(0, end));
    if (end == text.size()) break;
    (text[end] == '\n' ? breaks : has_space) = true;
    text.remove_prefix(end + 1);
  }
  if (has_space || breaks) add("");
}

void add_pieces(std::vector<FlowWord>& words, const std::vector<TextPiece>& pieces,
                const FlowWord& kind) {
  for (const TextPiece& piece : pieces) {
    if (piece.kind == PieceKind::words) {
      add_words(words, piece.text, kind);
      continue;
    }
    FlowWord formula = kind;
    formula.kind = piece.kind;
    formula.text = piece.text;
    words.push_back(std::move(formula));
  }
}

Flow flow(const Theme& theme, const std::vector<FlowWord>& words, float width, float pitch) {
  FlowWriter writer(theme, width, pitch);
  bool has_space = false, breaks = false;
  for (std::size_t n = 0; n < words.size();) {
    has_space |= words[n].has_space;
    breaks |= words[n].breaks;
    if (words[n].text.empty()) {
      ++n;
      continue;
    }
    std::vector<FlowItem> group;
    const auto is_block = [&](std::size_t i) { return words[i].kind == PieceKind::block; };
    do {
      group.push_back(measured(theme, words[n], width));
      ++n;
    } while (n < words.size() && !words[n].has_space && !words[n].breaks &&
             !words[n].text.empty() && !is_block(n - 1) && !is_block(n));
    writer.add_group(std::move(group), has_space, breaks);
    has_space = breaks = false;
  }
  return std::move(writer).finish();
}

FormulaStyle fitting_style(const Theme& theme, std::string_view tex, FormulaStyle style) {
  const SetFormula& set = theme.formulas().set(tex, style);
  if (set.width <= style.width) return style;
  const double share = std::max(kSmallestShare, style.width / set.width);
  style.size = std::floor(style.size * share * 4) / 4;
  return style;
}

ImVec2 formula_corner(const Theme& theme, const FlowItem& item, ImVec2 at) {
  const SetFormula& set = theme.formulas().set(item.word.text, item.style);
  return {at.x + item.x + item.inset, at.y + item.baseline - static_cast<float>(set.baseline)};
}

void draw_item(const Theme& theme, const FlowItem& item, ImVec2 at, ImU32 color) {
  Palette palette = theme.colors();
  palette.text = color;
  draw_item(theme, item, at, palette);
}

void draw_item(const Theme& theme, const FlowItem& item, ImVec2 at, const Palette& palette) {
  if (item.word.kind == PieceKind::words) {
    const float top = at.y + item.baseline - theme.baseline(item.word.face);
    draw_text(theme, item.word.face, {at.x + item.x, top}, palette.text, item.word.text);
    return;
  }
  if (item.word.kind == PieceKind::block) {
    const ImVec2 min(at.x + item.x, at.y + item.top);
    imgui::list()->AddRectFilled(min, {min.x + item.width, min.y + item.height}, palette.field,
                                 theme.px(8));
  }
  theme.formulas().draw(formula_corner(theme, item, at), item.word.text, item.style, palette);
}

FormulaStyle formula_style(const Theme& theme, Face face) {
  return {.size = kFormulaShare * theme.em(face),
          .display = false,
          .bar = static_cast<double>(std::max(1.F, std::round(theme.scale())))};
}

}  // namespace attn::ui
