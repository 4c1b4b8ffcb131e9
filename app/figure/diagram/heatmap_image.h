#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/matrix.h"
#include "engine/color/colormap.h"

namespace attn {

/// Cells side by side.
struct CellSpan {
  Index first, last;  ///< last excluded
};

/// The cells, of `count`, that pixel `pixel` of `pixels` stands for. Every cell has its pixel where
/// there are fewer pixels than cells.
CellSpan cells_under(int pixel, int pixels, Index count);

/// How many pixels of a side of `length` units, that `count` cells share, are drawn: `resolution` a
/// unit, or one a cell where that is less, for more would show nothing more.
int image_pixels(double length, Index count, double resolution);

/// The pixel of a heatmap's image under which all is masked.
inline constexpr std::uint32_t kTransparent = 0;

/// The matrix as width x height pixels of 0xAARRGGBB, rows from the top: a pixel has the colour of
/// the strongest of `values` (M x L) under its area (the farthest from 0 in a diverging map, else
/// the largest), or of the cell under its middle where cells are larger. Transparent where all
/// of `scores` (M x L) under it are kMasked.
std::vector<std::uint32_t> heatmap_image(const Matrix& values, const Matrix& scores,
                                         const Colormap& map, ColorRange range, int width,
                                         int height);

}  // namespace attn
