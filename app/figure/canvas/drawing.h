#pragma once

#include <cmath>
#include <functional>
#include <string>

#include "app/figure/canvas/canvas.h"
#include "app/figure/text/figure_theme.h"

namespace attn {

/// Laid out figure: made by a view, drawn by a writer of a format.
struct Drawing {
  double width = 0, height = 0;  ///< in units
  std::function<void(Canvas&)> draw;
  const FigureTheme* theme = &kLightFigure;
  std::string title{};        ///< metadata of the file
  std::string description{};  ///< settings of the figure, stored in the file
  Point corner{};             ///< upper left corner of the visible part
  double scale = 1;           ///< pixels per unit
  double pixels_per_inch = 96 * scale;
  double page_height = 0;   ///< inches on the page that the figure is for; 0: any
  double reduced_type = 0;  ///< points of labels, reduced so that they fit; 0: as asked for

  double height_in_inches() const { return height * scale / pixels_per_inch; }
  // Rounded up to whole pixels, with a tolerance for rounding errors.
  int pixel_width() const { return static_cast<int>(std::ceil(width * scale - 1e-6)); }
  int pixel_height() const { return static_cast<int>(std::ceil(height * scale - 1e-6)); }
};

}  // namespace attn
