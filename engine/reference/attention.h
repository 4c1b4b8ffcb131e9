#pragma once

#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/base/progress.h"

namespace attn {

/// Attention from inputs to combined output (Vaswani et al. 2017, eq. 1, and the kinds of the
/// tables): positions -> project -> score -> mask -> normalize -> mix -> combine.
/// `scene` must pass check(). Throws SceneError at `/heads/h` where a number leaves float32's
/// range. The reference: every faster path (engine/fast) is compared with it, and leaves to it what
/// it doesn't know.
Trace evaluate_plainly(const Scene& scene);

/// The same; throws Cancelled at the next head after `progress`, if there is one, was cancelled.
Trace evaluate_by_heads(const Scene& scene, Progress* progress);

}  // namespace attn
