#pragma once

#include <functional>
#include <string>

#include "app/figure/canvas/canvas.h"
#include "app/figure/text/figure_theme.h"

namespace attn {

/// A figure that is laid out: what a view makes, and a writer of a format draws.
struct Drawing {
  double width = 0, height = 0;  ///< units (1/96 inch at scale 1)
  std::function<void(Canvas&)> draw;
  const FigureTheme* theme = &kLightFigure;
  std::string title{};        ///< kept in the file
  std::string description{};  ///< likewise: the settings
  Point corner{};             ///< the upper left one of the part that is seen
  double scale = 1;           ///< pixels for each unit

  /// Whole pixels: a part of one is not left out.
  int pixel_width() const;
  int pixel_height() const;
};

}  // namespace attn
