#pragma once

#include "engine/attention/scene.h"

namespace attn::gl {

// Sums are kept in single precision, in which graphics processors are fastest, where that leaves
// enough of what the scene format allows an evaluation to be wrong by; else in double. For scores
// see engine/fast/fast.h.

/// Whether the scene is so small that nobody waits for double precision throughout.
bool is_small(const Scene& scene);

/// For sums of products: `bound` is the largest that one, and each of its partial sums, can be,
/// from the lengths of the longest rows that are paired.
bool needs_wide_sum(double bound);

}  // namespace attn::gl
