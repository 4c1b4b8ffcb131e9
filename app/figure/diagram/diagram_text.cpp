#include "app/figure/diagram/diagram_text.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "app/document/formulas/formula_text.h"
#include "app/figure/diagram/text_lines.h"
#include "engine/base/isolate.h"

namespace attn {
namespace {

bool is_words(const TextPiece& piece) { return piece.kind == TextPiece::Kind::words; }

double piece_width(const Ruler& ruler, const TextPiece& piece, Type type) {
  return is_words(piece) ? ruler.width(piece.text, type) : ruler.formula(piece.text, type).width;
}

std::string as_text(const TextPiece& piece) {
  return is_words(piece) ? as_words(piece.text) : "$" + piece.text + "$";
}

/// What stands together on a line: texts that no space parts.
std::vector<std::string> unbroken(std::string_view text) {
  std::vector<std::string> all(1);
  for (const TextPiece& piece : pieces_or_words(text)) {
    if (!is_words(piece)) {
      all.back() += as_text(piece);
      continue;
    }
    std::string_view words = piece.text;
    for (;;) {
      const std::size_t end = words.find(' ');
      all.back() += as_words(words.substr(0, end));
      if (end == std::string_view::npos) break;
      all.emplace_back();
      words.remove_prefix(end + 1);
    }
  }
  return all;
}

}  // namespace

void add_rich(Diagram& diagram, const Ruler& ruler, const TextMark& line) {
  double x = line.at.x - line.align * rich_width(ruler, line.text, line.type);
  for (const TextPiece& piece : pieces_or_words(line.text)) {
    const Point at{x, line.at.y};
    x += piece_width(ruler, piece, line.type);
    if (!is_words(piece)) {
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

double rich_width(const Ruler& ruler, std::string_view text, Type type) {
  double width = 0;
  for (const TextPiece& piece : pieces_or_words(text)) width += piece_width(ruler, piece, type);
  return width;
}

LineExtent rich_extent(const Ruler& ruler, std::string_view text, Type type) {
  constexpr double kInk = 0.35;  // of a line of words: without the space around them
  LineExtent extent{kInk * line_height(type), kInk * line_height(type)};
  for (const TextPiece& piece : pieces_or_words(text)) {
    if (is_words(piece)) continue;
    const FormulaExtent formula = ruler.formula(piece.text, type);
    extent.above = std::max(extent.above, formula.above - baseline_below(type));
    extent.below = std::max(extent.below, formula.below + baseline_below(type));
  }
  return extent;
}

std::string shortened_rich(const Ruler& ruler, std::string_view text, Type type, double width) {
  if (rich_width(ruler, text, type) <= width) return std::string(text);
  const double dots = ruler.width("…", type);
  std::string fitting;
  for (const TextPiece& piece : pieces_or_words(text)) {
    const double wide = piece_width(ruler, piece, type);
    if (wide + dots > width) {
      if (dots > width) return "";
      // What it has too much is cut off even where it would fit without the dots.
      return fitting +
             (is_words(piece) ? as_words(ruler.shortened(piece.text + "…", type, width)) : "…");
    }
    width -= wide;
    fitting += as_text(piece);
  }
  return fitting;
}

std::vector<std::string> rich_lines_of(const Ruler& ruler, std::string_view text, Type type,
                                       double width, std::size_t most) {
  std::vector<std::string> lines(1);
  bool is_first = true;
  for (const std::string& one : unbroken(text)) {
    const std::string longer = lines.back() + (is_first ? "" : " ") + one;
    const bool is_full = !is_first && rich_width(ruler, longer, type) > width;
    if (is_full && lines.size() < most) {
      lines.push_back(one);
    } else {
      lines.back() = longer;
    }
    is_first = false;
  }
  close_isolates_of_lines(lines);
  for (std::string& line : lines) line = shortened_rich(ruler, line, type, width);
  return lines;
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
  return rich_lines_of(ruler, text, type, width, kAnyNumberOfLines);
}

Rect add_words(Diagram& diagram, const Ruler& ruler, std::string_view text, Rect room) {
  if (text.empty()) return room;
  const double height = line_height(Type::small) + 2;
  double y = room.y;
  for (std::string& line : rich_lines_of(ruler, text, Type::small, room.width, kAnyNumberOfLines)) {
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
  if (!(pitch * 1e9 >= needed)) return std::numeric_limits<Index>::max();
  for (Index power = 1;; power *= 10) {
    for (const Index digit : {1, 2, 5}) {
      if (static_cast<double>(digit * power) * pitch >= needed) return digit * power;
    }
  }
}

}  // namespace attn
