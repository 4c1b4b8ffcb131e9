#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "app/figure/diagram/shading.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// Shadings of weights that are not kept, one for each of `heads`, drawn with what they are of.
std::vector<Shading> drawn_with_large(const Scene& scene, std::span<const std::size_t> heads,
                                      std::vector<Shading> shadings);

/// The weights of `heads`, which are not kept, each as a matrix whose shading is that of
/// `shadings`: what is drawn of all, where it is as large, is computed at once.
std::vector<std::shared_ptr<const LargeMatrix>> large_weights(
    const std::shared_ptr<const Evaluation>& evaluation, std::vector<std::size_t> heads,
    std::vector<Shading> shadings);

}  // namespace attn
