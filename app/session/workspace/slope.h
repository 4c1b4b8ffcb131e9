#pragma once

#include "app/session/workspace/access.h"

namespace attn {

// Both results are cached, and recomputed when their inputs change. A computation that takes longer
// than a frame allows waits for the end of a drag. `trouble` gives the reason if there are no
// slopes.

/// Slopes shown in the tables; null if they are not shown.
const SeenSlope* seen_slope(Access access, bool is_dragging);
/// Slopes that raise the selected weight; null if there is none, or they are not shown.
const SeenSlope* raised_slope(Access access, bool is_dragging);

}  // namespace attn
