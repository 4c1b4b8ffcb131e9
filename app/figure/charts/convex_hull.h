#pragma once

#include <vector>

#include "app/figure/diagram/diagram.h"

namespace attn {

/// The corners of the smallest convex area that holds all `points`, in turn, from the leftmost (the
/// lowest of those) on; points on its sides are no corners. Two where all lie on one line, one
/// where they are the same.
std::vector<Point> convex_hull(std::vector<Point> points);

}  // namespace attn
