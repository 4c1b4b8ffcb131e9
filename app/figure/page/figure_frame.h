#pragma once

#include <string>

#include "app/figure/canvas/drawing.h"
#include "app/figure/page/figure_page.h"

namespace attn {

/// `margin` in whole pixels.
double figure_margin(double scale, double margin = kFigureMargin);

/// Heading of a figure, wrapped to the figure's width. A figure narrower than its heading is
/// widened, up to `widest`.
struct Heading {
  std::string title;     ///< may be empty
  bool is_whole = true;  ///< false: only its first lines
  std::string subtitle{};
  double widest = 0;
  double scale = 1;  ///< pixels per unit, to align the parts below
  double margin = kFigureMargin;
};
/// Width that the heading requires, and its height at that width; 0 without words.
double heading_width(const Heading& heading);
double heading_height(const Heading& heading, double width);
/// Height of `caption` below a figure of this width; 0 without words.
double caption_height(const std::string& caption, double width, double margin = kFigureMargin);

/// `drawing` with `heading` above it.
Drawing with_heading(Drawing drawing, const Heading& heading);
/// `drawing` with `caption` below it.
Drawing with_caption(Drawing drawing, const std::string& caption, double margin = kFigureMargin);
/// `drawing` centred on the page, reduced if it is larger.
Drawing on_page(Drawing drawing, const FigurePage& page);

}  // namespace attn
