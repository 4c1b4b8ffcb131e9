#pragma once

#include "app/figure/inspector/explain.h"
#include "engine/train/scene_wish.h"

namespace attn {

/// Explains how to raise the weight of `cell` in head `head`: the gradient through the score, the
/// query and the key back to the given numbers that raise it most. `slope` belongs to a goal that
/// raises this weight.
Explanation explain_raise(const Evaluation& evaluation, Index head, Cell cell,
                          const SceneSlope& slope);

}  // namespace attn
