#pragma once

#include "app/session/workspace/access.h"

namespace attn {

// Both are made anew where what they are of has changed. Where that takes longer than a frame has
// time for, they wait while numbers are dragged: then `trouble` says so, as it says why there is
// none.

/// What is drawn in the tables; null where it is not shown.
const SeenSlope* seen_slope(Access access, bool is_dragging);
/// Of the weight that is looked at, to raise it; null where none is, or it is not shown.
const SeenSlope* raised_slope(Access access, bool is_dragging);

}  // namespace attn
