#pragma once

#include <optional>
#include <string_view>

#include "app/figure/page/figure_options.h"

namespace attn {

/// Margin around a figure.
inline constexpr double kFigureMargin = 28;
/// On paper the surrounding text has its own margins.
inline constexpr double kPaperMargin = 4;

/// Page that a figure is laid out for. Lengths are in units of the layout.
struct FigurePage {
  double scale = 2;        ///< pixels per unit
  double least_scale = 2;  ///< least scale for fitting a given size, if no scale was requested
  std::optional<double> width{}, height{};  ///< exact size; none: free
  double room = 1;  ///< share of the usual length for parts other than text, as labels are larger
  double margin = kFigureMargin;
};

/// `usual_scale`: default of the format; at scale 1 its letters are still legible.
FigurePage page_of(const FigureOptions& options, double usual_scale);

/// Limits of an image: pixels on a side, and in total.
inline constexpr double kMostOnASide = 16384, kMostPixels = 1 << 26;

/// Throws OptionError, naming `option`, if an image would be larger.
void check_picture(std::string_view option, double width, double height);

}  // namespace attn
