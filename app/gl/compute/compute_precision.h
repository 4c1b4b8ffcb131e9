#pragma once

#include "engine/attention/scene.h"

namespace attn::gl {

// Sums use single precision, in which graphics processors are fastest, if its errors leave enough
// of the tolerance of the scene format; otherwise double precision. For scores see
// engine/fast/fast.h.

/// Returns whether the scene is small enough to use double precision throughout.
bool is_small(const Scene& scene);

/// Returns whether sums of products need double precision; `bound` is an upper bound of each of
/// them and of its partial sums, from the lengths of the longest rows.
bool needs_wide_sum(double bound);

}  // namespace attn::gl
