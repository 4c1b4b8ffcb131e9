#pragma once

#include <array>
#include <vector>

#include "app/figure/text/paint.h"

namespace attn {

/// Segment of an outline: a line to `points[0]`, or a cubic curve with two control points.
struct OutlineStep {
  enum class Kind { move, line, curve, close };
  Kind kind = Kind::close;
  std::array<Point, 3> points{};
};

/// Closed lines and curves around a shape, by the nonzero winding rule.
using Outline = std::vector<OutlineStep>;

}  // namespace attn
