#pragma once

#include <cstdint>
#include <vector>

#include "engine/colormap.h"
#include "engine/matrix.h"

namespace attn {

/// The matrix as width x height pixels of 0xAARRGGBB, rows from the top: a pixel has the colour of
/// the strongest of `values` (M x L) under its area (the farthest from 0 in a diverging map, else
/// the largest), or of the cell under its middle where cells are larger. Transparent (0) where all
/// of `scores` (M x L) under it are kMasked.
std::vector<std::uint32_t> heatmap_image(const Matrix& values, const Matrix& scores,
                                         const Colormap& map, ColorRange range, int width,
                                         int height);

}  // namespace attn
