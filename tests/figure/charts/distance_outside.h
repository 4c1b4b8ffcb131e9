#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "app/figure/diagram/diagram.h"

namespace attn::test {

/// How far `point` lies outside of `hull`, as convex_hull() gives it; 0 inside and on its sides.
inline double distance_outside(const std::vector<Point>& hull, Point point) {
  double nearest = std::numeric_limits<double>::infinity();
  bool is_inside = hull.size() > 2;
  for (std::size_t n = 0; n < hull.size(); ++n) {
    const Point a = hull[n], b = hull[(n + 1) % hull.size()];
    const double turn = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
    if (turn < 0) is_inside = false;
    nearest = std::min(nearest, distance_to_side(a, b, point));
  }
  return is_inside ? 0 : nearest;
}

}  // namespace attn::test
