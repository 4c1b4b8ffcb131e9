#include "app/figure/diagram/diagram_text.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace attn {

LineRuler line_ruler(const Ruler& ruler, Type type) {
  return {
      .width = [&ruler, type](std::string_view words) { return ruler.width(words, type); },
      .formula_width = [&ruler,
                        type](std::string_view tex) { return ruler.formula(tex, type).width; },
      .shortened = [&ruler, type](std::string_view words,
                                  double width) { return ruler.shortened(words, type, width); }};
}

void add_rich(Diagram& diagram, const Ruler& ruler, const TextMark& line) {
  double x = line.at.x - line.align * rich_width(ruler, line.text, line.type);
  for (const TextPiece& piece : pieces_or_words(line.text)) {
    const Point at{x, line.at.y};
    x += piece_width(line_ruler(ruler, line.type), piece);
    if (piece.kind != TextPiece::Kind::words) {
      FormulaMark formula{at, piece.text, line.type, line.paint};
      if (line.role == TextRole::tick) formula.role = line.role;
      diagram.add(std::move(formula));
      continue;
    }
    TextMark words = line;
    words.at = at;
    words.text = piece.text;
    words.align = 0;
    diagram.add(std::move(words));
  }
}

double add_text_lines(Diagram& diagram, const std::vector<std::string>& lines, Point at,
                      double pitch, Type type, const Paint& paint) {
  for (const std::string& line : lines) {
    diagram.add_text(at, line, type, paint);
    at.y += pitch;
  }
  return at.y;
}

LineExtent rich_extent(const Ruler& ruler, std::string_view text, Type type) {
  constexpr double kInk = 0.35;  // height of the ink of a text line, without the space around it
  LineExtent extent{kInk * line_height(type), kInk * line_height(type)};
  for (const TextPiece& piece : pieces_or_words(text)) {
    if (piece.kind == TextPiece::Kind::words) continue;
    const FormulaExtent formula = ruler.formula(piece.text, type);
    extent.above = std::max(extent.above, formula.above - baseline_below(type));
    extent.below = std::max(extent.below, formula.below + baseline_below(type));
  }
  return extent;
}

Rect add_caption(Diagram& diagram, const Ruler& ruler, std::string_view text, Rect room,
                 std::string_view shorter) {
  constexpr double kHeight = 20, kLine = 17;
  const bool is_long = rich_width(ruler, text, Type::caption) > room.width;
  if (is_long && !ruler.breaks_lines()) {
    text = shorter.empty() ? text.substr(0, text.find(" — ")) : shorter;
  }
  double y = room.y + 8;
  for (std::string& line : fitted_lines(ruler, text, Type::caption, room.width)) {
    add_rich(diagram, ruler, {{room.x, y}, std::move(line), Type::caption, {Ink::secondary}});
    y += kLine;
  }
  return below(room, y - kLine - 8 - room.y + kHeight);
}

std::vector<std::string> fitted_lines(const Ruler& ruler, std::string_view text, Type type,
                                      double width) {
  if (!ruler.breaks_lines()) return {shortened_rich(ruler, text, type, width)};
  return rich_lines_of(ruler, text, type, width);
}

Rect add_words(Diagram& diagram, const Ruler& ruler, std::string_view text, Rect room) {
  if (text.empty()) return room;
  const double height = line_height(Type::small) + 2;
  double y = room.y;
  for (std::string& line : rich_lines_of(ruler, text, Type::small, room.width)) {
    add_rich(diagram, ruler,
             {{room.x, y + height / 2}, std::move(line), Type::small, {Ink::secondary}});
    y += height;
  }
  return below(room, y + 6 - room.y);
}

Rect below(Rect room, double height) {
  return {room.x, room.y + height, room.width, room.height - height};
}

Index tick_step(double needed, double pitch) {
  // Larger than any count, and far from overflow when it is added to one.
  constexpr Index kNone = std::numeric_limits<Index>::max() / 4;
  if (!(pitch * 1e9 >= needed)) return kNone;
  for (Index power = 1;; power *= 10) {
    for (const Index digit : {1, 2, 5}) {
      if (static_cast<double>(digit * power) * pitch >= needed) return digit * power;
    }
  }
}

}  // namespace attn
