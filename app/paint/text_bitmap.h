#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

class Text;

/// Style of a line of text outside figures that looks like one in a figure.
struct LineStyle {
  bool is_number = false;  ///< in the family of numbers instead of words
  int weight = 400;
  double size = 14;  ///< pixels per em
};

/// Line of text as pixels: RGBA, rows from the top, not premultiplied.
struct TextBitmap {
  int width = 0, height = 0;      ///< 0: nothing visible
  int left = 0, top = 0;          ///< upper left corner, from the start of the line on its baseline
  std::vector<std::uint8_t> ink;  ///< white: parts in the colour of the text
  std::vector<std::uint8_t> colors;  ///< parts with their own colours, such as emoji; empty: none
};

/// Width of the line in pixels.
double line_width(std::string_view utf8, const LineStyle& style);

/// The line in pixels, in any script. Missing characters are boxes.
TextBitmap line_bitmap(std::string_view utf8, const LineStyle& style);

/// Places between the letters of a line, in pixels from its left end, for a caret.
class LineCarets {
 public:
  LineCarets(std::string_view utf8, const LineStyle& style);
  ~LineCarets();
  LineCarets(const LineCarets&) = delete;
  LineCarets& operator=(const LineCarets&) = delete;

  /// Place before the letter that starts at a byte of the line.
  double x(std::size_t byte) const;
  /// First byte of the letter at the right of the place next to `x`.
  std::size_t byte_at(double x) const;
  /// Byte of the next place (`by` 1) or the one before (−1).
  std::size_t neighbour(std::size_t byte, int by) const;
  /// Spans of the letters from `first` to before `last`: several if directions change.
  std::vector<std::pair<double, double>> ranges(std::size_t first, std::size_t last) const;
  /// Whether the line runs from the right.
  bool is_leftwards() const;

 private:
  std::unique_ptr<Text> text_;
};

/// The line, shortened with … at its end if longer than `width`; never cuts a letter.
std::string shortened_line(std::string_view utf8, const LineStyle& style, double width);

}  // namespace attn
