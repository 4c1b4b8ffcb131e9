#pragma once

#include "app/session/workspace/access.h"

namespace attn {

// Both are cached, and recomputed when their inputs change. If that takes longer than a frame
// allows, they wait for the end of a drag: then `trouble` says so, or why there is none.

/// Slopes shown in the tables; null if they are not shown.
const SeenSlope* seen_slope(Access access, bool is_dragging);
/// Slopes that raise the selected weight; null if there is none, or they are not shown.
const SeenSlope* raised_slope(Access access, bool is_dragging);

}  // namespace attn
