#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/base/matrix.h"
#include "engine/color/colormap.h"

namespace attn {

/// The largest weight of each of rows x columns parts of each head's weights, kMasked where all of
/// a part is masked; a side of fewer cells than that keeps its cells. The weights are computed a
/// block of rows at a time: memory is that of the result. heatmap_image() makes the same picture of
/// it, in `columns` x `rows` pixels, as of the weights themselves. Throws as visit_weights() does.
std::vector<Matrix> strongest_weights(const Scene& scene, std::span<const std::size_t> heads,
                                      int rows, int columns);

/// The smallest and the largest weight of each head that are not masked; 0 where there is none. As
/// little memory.
std::vector<ColorRange> weight_extremes(const Scene& scene, std::span<const std::size_t> heads);

}  // namespace attn
