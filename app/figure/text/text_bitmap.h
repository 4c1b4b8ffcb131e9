#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// How a line of text is set that is no part of a figure, but is to look as if it were.
struct LineStyle {
  bool is_number = false;  ///< in the family of numbers, not of words
  int weight = 400;
  double size = 14;  ///< pixels for each em
};

/// A line of text as pixels: RGBA, rows from the top, not premultiplied.
struct TextBitmap {
  int width = 0, height = 0;  ///< 0 where nothing is to be seen
  int left = 0, top = 0;      ///< its upper left corner, from where the line begins on its baseline
  std::vector<std::uint8_t> ink;     ///< white: what takes the colour of the text
  std::vector<std::uint8_t> colors;  ///< what has colours of its own, as emoji do; empty if nothing
};

/// How far the line reaches, in pixels.
double line_width(std::string_view utf8, const LineStyle& style);

/// The line in pixels, in any script. Where no font has a character it shows a box.
TextBitmap line_bitmap(std::string_view utf8, const LineStyle& style);

/// The line with … for its end where it is longer than `width`; never cuts through a letter.
std::string shortened_line(std::string_view utf8, const LineStyle& style, double width);

}  // namespace attn
