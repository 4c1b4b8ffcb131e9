#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "app/figure/text/text_lines.h"

namespace attn {

/// Measures texts of this type by `ruler`, which outlives the result.
LineRuler line_ruler(const Ruler& ruler, Type type);

/// Adds a horizontal line of rich text (app/figure/text/text_lines.h) with position and style of
/// `line`.
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

/// Width of the widest of the texts that `text` makes of `items`; 0 without items.
template <typename Items, typename TextOf = std::identity>
double widest(const Ruler& ruler, Type type, const Items& items, const TextOf& text = {}) {
  double width = 0;
  for (const auto& item : items)
    width = std::max(width, ruler.width(std::invoke(text, item), type));
  return width;
}

/// Draws lines of words below each other, `pitch` apart, the first at `at`. Returns the y after the
/// last.
double add_text_lines(Diagram& diagram, const std::vector<std::string>& lines, Point at,
                      double pitch, Type type, const Paint& paint);

/// Extent of a line's ink above and below its middle.
struct LineExtent {
  double above = 0, below = 0;
};
LineExtent rich_extent(const Ruler& ruler, std::string_view text, Type type);

/// Draws a part's caption in the first line of `room`. A caption that is too long is wrapped if the
/// ruler breaks lines; otherwise it is replaced by `shorter`, or cut at " — ", and shortened.
/// Returns the remaining room below.
Rect add_caption(Diagram& diagram, const Ruler& ruler, std::string_view text, Rect room,
                 std::string_view shorter = {});

/// Draws sentences, wrapped to the width of `room`. Returns the remaining room below; for an empty
/// text, `room`.
Rect add_words(Diagram& diagram, const Ruler& ruler, std::string_view text, Rect room);

/// Lines of `text` in `width`: one shortened line, or several if the ruler breaks lines.
std::vector<std::string> fitted_lines(const Ruler& ruler, std::string_view text, Type type,
                                      double width);

/// `room` without its upper `height`.
Rect below(Rect room, double height);

/// Smallest step of 1, 2, 5, 10, … for which items `pitch` apart, one labelled per step, have
/// `needed` space each.
Index tick_step(double needed, double pitch);

}  // namespace attn
