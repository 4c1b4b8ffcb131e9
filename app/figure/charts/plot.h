#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/figure/diagram/diagram.h"

namespace attn {

/// Distinguishable colours for curves, visible on paper and on dark backgrounds.
std::span<const Rgb> series_colors();
Paint series_paint(std::size_t n);

/// Draws the plot in `room`: frame, round numbers at both axes, and the name of the x axis; names
/// and legends may contain formulas. The y axis is extended to round numbers at its ends. With
/// `groups`, the x axis has these names instead of numbers: name n from n to n + 1.
Chart add_plot(Diagram& diagram, const Ruler& ruler, Rect room, Chart plot, std::string_view x_axis,
               std::span<const std::string> groups = {});

/// Draws a curve through (first + n, values[n]); its points are marked if they are far enough
/// apart.
void add_curve(Diagram& diagram, const Chart& plot, double first, std::span<const double> values,
               const Paint& paint);

/// Entry of a legend in a line.
struct LegendEntry {
  std::string words;
  Paint paint;
};

/// Draws entries side by side from the left, on at most two lines. Returns the space below.
Rect add_line_legend(Diagram& diagram, const Ruler& ruler, const std::vector<LegendEntry>& entries,
                     Rect room);

}  // namespace attn
