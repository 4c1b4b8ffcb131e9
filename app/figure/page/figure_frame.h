#pragma once

#include <string>

#include "app/figure/canvas/drawing.h"
#include "app/figure/page/figure_page.h"

namespace attn {

/// `margin` in whole pixels.
double figure_margin(double scale, double margin = kFigureMargin);

/// What stands above a figure. It is broken into lines of its width, but a figure that is narrower
/// than its words is made as wide as they are, up to `widest`.
struct Heading {
  std::string title;     ///< may be empty
  bool is_whole = true;  ///< else no more than a few lines of it
  std::string subtitle{};
  double widest = 0;
  double scale = 1;  ///< pixels a unit: what is below it stays on whole ones
  double margin = kFigureMargin;
};
/// The width that its words make a figure have, and the height that they take then; 0 for none.
double heading_width(const Heading& heading);
double heading_height(const Heading& heading, double width);
/// The height that `caption` takes below a figure so wide; 0 for no words.
double caption_height(const std::string& caption, double width, double margin = kFigureMargin);

/// `drawing` with `heading` above it.
Drawing with_heading(Drawing drawing, const Heading& heading);
/// `drawing` with `caption` below it.
Drawing with_caption(Drawing drawing, const std::string& caption, double margin = kFigureMargin);
/// `drawing` in the middle of the page, made smaller where it is larger.
Drawing on_page(Drawing drawing, const FigurePage& page);

}  // namespace attn
