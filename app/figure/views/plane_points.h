#pragma once

#include <vector>

#include "app/figure/numbers/plane_space.h"
#include "app/figure/numbers/view_input.h"

namespace attn {

/// One space, projected and put into its place in a diagram.
struct PlanePoints {
  PlaneSpace space;
  PlaneAxes axes;
  Chart chart;
  std::vector<Point> tokens;   ///< places in the diagram
  std::vector<Point> queries;  ///< likewise; empty where the tokens are the queries
  Point origin;
};

/// Puts the space `id` into `area`, as large in both directions and with some room around all of
/// its points. Axes and range are the held evaluation's, where one is held.
PlanePoints plane_points(const ViewInput& input, std::string_view id, const Rect& area);

}  // namespace attn
