#pragma once

#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/base/progress.h"

namespace attn {

/// Evaluates attention from inputs to combined output (Vaswani et al. 2017, eq. 1, and the kinds of
/// the tables): positions -> project -> score -> mask -> normalise -> mix -> combine. `scene` must
/// pass check(). Throws SceneError at `/heads/h` if a number exceeds float32's range. The
/// reference: every faster path (engine/fast) is compared with it, and uses it as fallback. Throws
/// Cancelled at the next head after `progress`, if given, was cancelled.
Trace evaluate_plainly(const Scene& scene, Progress* progress = nullptr);

}  // namespace attn
