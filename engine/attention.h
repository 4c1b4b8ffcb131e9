#pragma once

#include "engine/scene.h"
#include "engine/trace.h"

namespace attn {

/// Attention from inputs to combined output (Vaswani et al. 2017, eq. 1, and the kinds of the
/// tables): positions -> project -> score -> mask -> normalize -> mix -> combine.
/// The plain reference: every faster path is compared with it.
/// `scene` must pass check(). Throws SceneError at `/heads/h` where a number leaves float32's
/// range.
Trace evaluate(const Scene& scene);

}  // namespace attn
