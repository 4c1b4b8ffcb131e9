#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "app/figure/diagram/shading.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// Shadings of weights that are not stored, one for each of `heads`, with sample weights taken into
/// account.
std::vector<Shading> drawn_with_large(const Scene& scene, std::span<const std::size_t> heads,
                                      std::vector<Shading> shadings);

/// Weights of `heads` that are not stored, as matrices shaded like `shadings`. All that are drawn
/// at the same size are computed in one pass.
std::vector<std::shared_ptr<const LargeMatrix>> large_weights(
    const std::shared_ptr<const Evaluation>& evaluation, std::vector<std::size_t> heads,
    std::vector<Shading> shadings);

}  // namespace attn
