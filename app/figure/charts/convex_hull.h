#pragma once

#include <vector>

#include "app/figure/diagram/diagram.h"

namespace attn {

/// Corners of the convex hull of `points` in order, from the leftmost (and lowest) on; points on
/// edges are not corners. Two corners if all lie on one line, one if all are equal.
std::vector<Point> convex_hull(std::vector<Point> points);

}  // namespace attn
