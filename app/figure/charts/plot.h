#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/figure/diagram/diagram.h"

namespace attn {

/// Colours for curves that must be told apart; each can be seen on paper and in the dark.
std::span<const Rgb> series_colors();
Paint series_paint(std::size_t n);

/// Two axes: `area` spans x0…x1 and y0…y1.
struct Plot {
  Rect area;
  double x0 = 0, x1 = 1, y0 = 0, y1 = 1;

  Point at(double x, double y) const {
    return {area.x + (x - x0) / (x1 - x0) * area.width,
            area.bottom() - (y - y0) / (y1 - y0) * area.height};
  }
};

/// Makes the plot in `room`: its frame, numbers at both ends and where 0 is, and the name of its x
/// axis, which may have formulas, as those of a legend may.
/// An empty span of numbers is made one.
Plot add_plot(Diagram& diagram, const Ruler& ruler, Rect room, Plot plot, std::string_view x_axis);

/// A curve through (first + n, values[n]); its points are marked where they are apart.
void add_curve(Diagram& diagram, const Plot& plot, double first, std::span<const double> values,
               const Paint& paint, bool dashed = false);

/// One entry of a legend in a line.
struct LegendEntry {
  std::string words;
  Paint paint;
};

/// Entries side by side from the left, in as many lines as they take, at most two. Answers the room
/// below.
Rect add_line_legend(Diagram& diagram, const Ruler& ruler, const std::vector<LegendEntry>& entries,
                     Rect room);

}  // namespace attn
