#pragma once

#include <functional>
#include <string>

#include "app/figure/canvas.h"
#include "app/figure/figure_theme.h"

namespace attn {

/// A figure that is laid out: what a view makes, and a writer of a format draws.
struct Drawing {
  double width = 0, height = 0;  ///< units (1/96 inch)
  std::function<void(Canvas&)> draw;
  const FigureTheme* theme = &kLightFigure;
  std::string title{};        ///< kept in the file
  std::string description{};  ///< likewise: the settings
};

}  // namespace attn
