#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/base/matrix.h"
#include "engine/color/colormap.h"

namespace attn {

/// Largest weight in each of rows x columns blocks of each head's weights, kMasked if a whole block
/// is masked; a side with fewer cells keeps its cells. Weights are computed in blocks of rows:
/// memory is that of the result. heatmap_image() of it in `columns` x `rows` pixels equals that of
/// the full weights. Throws as visit_weights() does.
std::vector<Matrix> strongest_weights(const Scene& scene, std::span<const std::size_t> heads,
                                      int rows, int columns);

/// Smallest and largest unmasked weight of each head; 0 if there is none. Also computed in blocks
/// of rows.
std::vector<ColorRange> weight_extremes(const Scene& scene, std::span<const std::size_t> heads);

}  // namespace attn
