#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

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

/// The line, shortened with … at its end if longer than `width`; never cuts a letter.
std::string shortened_line(std::string_view utf8, const LineStyle& style, double width);

}  // namespace attn
