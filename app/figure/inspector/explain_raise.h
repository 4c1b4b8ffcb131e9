#pragma once

#include "app/figure/inspector/explain.h"
#include "engine/train/scene_wish.h"

namespace attn {

/// What would raise the weight of `cell` in head `head`: the way back from it, by the score, the
/// query and the key to the numbers that raise it most, of those that are given. `slope` is of a
/// wish that raises that weight.
Explanation explain_raise(const Evaluation& evaluation, Index head, Cell cell,
                          const SceneSlope& slope);

}  // namespace attn
