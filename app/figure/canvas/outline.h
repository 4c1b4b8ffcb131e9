#pragma once

#include <array>
#include <vector>

#include "app/figure/text/paint.h"

namespace attn {

/// A step of a shape's outline: to `points[0]`, or along a cubic curve with two points on its way.
struct OutlineStep {
  enum class Kind { move, line, curve, close };
  Kind kind = Kind::close;
  std::array<Point, 3> points{};
};

/// Closed lines and curves about a shape, which is where they wind about it.
using Outline = std::vector<OutlineStep>;

}  // namespace attn
