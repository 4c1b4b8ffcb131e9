#pragma once

#include "app/figure/numbers/view_input.h"

namespace attn {

/// Attention as Nadaraya–Watson regression: each token is a point (key, value), the curve is what
/// attention answers to any query on the line, computed by the engine for many of them. Below, how
/// the weights change along the line. Under the mouse (else at the shown query) stand the
/// estimate's number and what each point weighs, as its size and as a bar.
/// Where the scene is no such curve, it says in words why.
/// Targets: "curve.point[j]", while they are not too many, "curve.plane", "curve.band".
Diagram curve_diagram(const ViewInput& input);

/// The part of the plane that holds all of it, in the data's numbers, y upwards: `y` is the lowest.
Rect curve_frame(const Evaluation& evaluation, const ViewOptions::Curve& options);

/// Where the numbers of `frame` are in `plane`, the box of the target "curve.plane", and back.
struct CurveScale {
  Rect frame, plane;
  Point to_units(Point data) const;
  Point to_data(Point units) const;
};

}  // namespace attn
