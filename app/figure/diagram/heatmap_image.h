#pragma once

#include <cstdint>
#include <string>
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

/// Number of pixels for a side of `length` units with `count` cells: `resolution` per unit if cells
/// are smaller than these pixels; else as many for each cell as make half of that resolution, since
/// more would add no detail.
int image_pixels(double length, Index count, double resolution);

/// Cells that a pixel of an image stands for, at most: 1 × 1 if none are pooled.
struct PooledCells {
  Index rows = 1, columns = 1;
  bool are_even = true;  ///< each pixel stands for so many

  bool is_pooled() const { return rows > 1 || columns > 1; }
};

/// Pooling of rows x columns cells to an image of these pixels.
PooledCells pooled_cells(Index rows, Index columns, Index pixel_rows, Index pixel_columns);

/// "each pixel the largest of 3 × 3", "each pixel the farthest from 0 of up to 3 × 3"; empty if
/// none are pooled.
std::string pooled_words(const PooledCells& cells, bool is_signed);

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
