#pragma once

#include <cstddef>
#include <span>

#include "engine/attention/scene.h"
#include "engine/fast/weight_rows.h"

namespace attn {

/// Computes the weights of some heads, of which none is named twice, a block of rows at a time and
/// keeps none of them: for what needs less of them than there are. `visit` is called from several
/// threads at once, in any order, once for each row of each head. `scene` must pass check(). Throws
/// SceneError as evaluate() does, but for outputs.
void visit_weights(const Scene& scene, std::span<const std::size_t> heads,
                   const WeightVisitor& visit);

}  // namespace attn
