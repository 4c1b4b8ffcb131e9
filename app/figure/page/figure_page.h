#pragma once

#include <optional>

#include "app/figure/page/figure_options.h"

namespace attn {

/// The space around what a figure shows.
inline constexpr double kFigureMargin = 28;
/// On paper the text around it has margins of its own.
inline constexpr double kPaperMargin = 4;

/// What a figure is laid out for. Lengths are units of the layout.
struct FigurePage {
  double scale = 2;        ///< pixels for each unit
  double least_scale = 2;  ///< where no scale is asked for, it may be as small to fit a given size
  std::optional<double> width{}, height{};  ///< exactly that; none: as much as the figure takes
  double room = 1;  ///< what is no text takes that much of its usual length: labels are larger
  double margin = kFigureMargin;
};

/// `usual_scale` is that of the format; letters of it at scale 1 can be read still.
FigurePage page_of(const FigureOptions& options, double usual_scale);

}  // namespace attn
