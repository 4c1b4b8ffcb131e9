#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/matrix.h"
#include "engine/color/colormap.h"

namespace attn {

/// Range of adjacent cells.
struct CellSpan {
  Index first, last;  ///< end excluded
};

/// Cells among `count` that pixel `pixel` of `pixels` covers. With fewer pixels than cells, every
/// cell has a pixel.
CellSpan cells_under(int pixel, int pixels, Index count);

/// Number of pixels for a side of `length` units with `count` cells: `resolution` per unit, or one
/// per cell if that is less, since more would add no detail.
int image_pixels(double length, Index count, double resolution);

/// Pixel of a heatmap's image that covers only masked cells.
inline constexpr std::uint32_t kTransparent = 0;

/// Matrix as width x height pixels of 0xAARRGGBB, rows from the top. Each pixel has the colour of
/// the strongest of `values` (M x L) in its area (farthest from 0 for a diverging map, else the
/// largest), or of the cell at its centre if cells are larger. Transparent if all of `scores` (M x
/// L) in its area are kMasked.
std::vector<std::uint32_t> heatmap_image(const Matrix& values, const Matrix& scores,
                                         const Colormap& map, ColorRange range, int width,
                                         int height);

}  // namespace attn
