#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/figure/page/figure_options.h"

namespace attn {

/// Format of a publication: width, type size and resolution of its figures.
struct PaperFormat {
  std::string_view id, label;
  double width;                  ///< inches
  std::optional<double> height;  ///< inches; none: free
  double type;                   ///< em of labels, in points; the smallest type has 0.82 of it
  double dots_per_inch;          ///< of a PNG
};
std::span<const PaperFormat> paper_formats();

/// Parses a length, "3.3in", "8 cm", "80mm", "240pt"; in inches. Empty without such a unit, or if
/// not above 0.
std::optional<double> inches_in(std::string_view text);

/// `options` with inches converted to pixels of a format with default scale `usual_scale`, at a
/// fixed scale: type keeps its size.
FigureOptions in_pixels(FigureOptions options, double usual_scale);

}  // namespace attn
