#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/figure/page/figure_options.h"

namespace attn {

/// What a figure is for: how wide it is, how large its type, and how fine its pixels are.
struct PaperFormat {
  std::string_view id, label;
  double width;                  ///< inches
  std::optional<double> height;  ///< inches; none: as high as the figure takes
  double type;                   ///< the em of labels, in points; the smallest type has 0.82 of it
  double dots_per_inch;          ///< of a PNG
};
std::span<const PaperFormat> paper_formats();

/// A length as people write it, "3.3in", "8 cm", "80mm", "240pt"; in inches. None where it has no
/// unit of these, or is not above 0.
std::optional<double> inches_in(std::string_view text);

/// `options` with their inches as pixels of a format whose usual scale is `usual_scale`, and a
/// scale that does not give way: type keeps its size.
FigureOptions in_pixels(FigureOptions options, double usual_scale);

}  // namespace attn
