#pragma once

#include <vector>

#include "app/figure/numbers/plane_space.h"
#include "app/figure/numbers/view_input.h"

namespace attn {

/// Points of one space, projected and placed in a diagram.
struct PlanePoints {
  PlaneSpace space;
  PlaneAxes axes;
  Chart chart{};
  std::vector<Point> tokens{};   ///< positions in the diagram
  std::vector<Point> queries{};  ///< points of the queries; empty if the tokens are the queries
  Point origin{};
};

/// Fits the space `id` into `area`, with equal scales in both directions and a margin around all
/// points. Axes and range come from the held evaluation, if there is one.
PlanePoints plane_points(const ViewInput& input, std::string_view id, const Rect& area);

}  // namespace attn
