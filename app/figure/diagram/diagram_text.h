#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "app/figure/text/text_lines.h"

namespace attn {

/// Measures texts of this type by `ruler`, which outlives the result.
LineRuler line_ruler(const Ruler& ruler, Type type);

/// Adds a line of rich text (app/figure/text/text_lines.h), level: `line` says where and how.
void add_rich(Diagram& diagram, const Ruler& ruler, const TextMark& line);
inline double rich_width(const Ruler& ruler, std::string_view text, Type type) {
  return rich_width(line_ruler(ruler, type), text);
}
inline std::string shortened_rich(const Ruler& ruler, std::string_view text, Type type,
                                  double width) {
  return shortened_rich(line_ruler(ruler, type), text, width);
}
inline std::vector<std::string> lines_of(const Ruler& ruler, std::string_view text, Type type,
                                         double width, std::size_t most = kAnyNumberOfLines) {
  return lines_of(line_ruler(ruler, type), text, width, most);
}
inline std::vector<std::string> rich_lines_of(const Ruler& ruler, std::string_view text, Type type,
                                              double width, std::size_t most = kAnyNumberOfLines) {
  return rich_lines_of(line_ruler(ruler, type), text, width, most);
}

/// How far ink of a line reaches from its middle.
struct LineExtent {
  double above = 0, below = 0;
};
LineExtent rich_extent(const Ruler& ruler, std::string_view text, Type type);

/// A part's caption in the first line of `room`. Where there is none for all of it, it goes on in
/// the next where lines break, and else is `shorter` or what stands before " — ", shortened.
/// Answers the room below.
Rect add_caption(Diagram& diagram, const Ruler& ruler, std::string_view text, Rect room,
                 std::string_view shorter = {});

/// Sentences, broken into as many lines as they take in the width of `room`. Answers the room
/// below; without words, `room`.
Rect add_words(Diagram& diagram, const Ruler& ruler, std::string_view text, Rect room);

/// `text` as it stands in a line of `width`: shortened there, or in more lines where they break.
std::vector<std::string> fitted_lines(const Ruler& ruler, std::string_view text, Type type,
                                      double width);

/// `room` without its upper `height`.
Rect below(Rect room, double height);

/// The smallest of 1, 2, 5, 10, … so that every such number of things `pitch` apart leaves `needed`
/// for each.
Index tick_step(double needed, double pitch);

}  // namespace attn
