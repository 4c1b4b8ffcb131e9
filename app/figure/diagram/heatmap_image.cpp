#include "app/figure/diagram/heatmap_image.h"

#include <algorithm>
#include <cmath>

#include "engine/attention/trace.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

RowVector largest_of_rows(const Matrix& matrix, CellSpan rows) {
  RowVector largest = matrix.row(rows.first);
  for (Index i = rows.first + 1; i < rows.last; ++i) largest = largest.cwiseMax(matrix.row(i));
  return largest;
}

struct FartherFrom0 {
  float operator()(float a, float b) const {
    if (a == kMasked || b == kMasked) return std::max(a, b);
    return std::abs(b) > std::abs(a) ? b : a;
  }
};

RowVector farthest_of_rows(const Matrix& matrix, CellSpan rows) {
  RowVector farthest = matrix.row(rows.first);
  for (Index i = rows.first + 1; i < rows.last; ++i) {
    farthest = farthest.binaryExpr(matrix.row(i), FartherFrom0()).eval();
  }
  return farthest;
}

std::uint32_t opaque(Rgb color) {
  return 0xff000000u | static_cast<std::uint32_t>(color.r << 16 | color.g << 8 | color.b);
}

}  // namespace

CellSpan cells_under(int pixel, int pixels, Index count) {
  if (count <= pixels) {
    const Index cell = (2 * Index{pixel} + 1) * count / (2 * Index{pixels});
    return {cell, cell + 1};
  }
  return {pixel * count / pixels, (pixel + Index{1}) * count / pixels};
}

int image_pixels(double length, Index count, double resolution) {
  const double wanted = std::ceil(resolution * length - 1e-6);  // tolerance for rounding
  const auto cells = static_cast<double>(count);
  if (wanted < cells) return static_cast<int>(std::max(1.0, wanted));
  return static_cast<int>(cells * std::max(1.0, std::ceil(wanted / 2 / cells)));
}

PooledCells pooled_cells(Index rows, Index columns, Index pixel_rows, Index pixel_columns) {
  const auto cells_of = [](Index count, Index pixels) {
    return std::max<Index>(1, (count + pixels - 1) / pixels);
  };
  const PooledCells cells{cells_of(rows, pixel_rows), cells_of(columns, pixel_columns)};
  const auto is_even = [](Index each, Index count, Index pixels) {
    return each == 1 || each * pixels == count;
  };
  return {cells.rows, cells.columns,
          is_even(cells.rows, rows, pixel_rows) && is_even(cells.columns, columns, pixel_columns)};
}

std::string pooled_words(const PooledCells& cells, bool is_signed) {
  if (!cells.is_pooled()) return "";
  return std::string("each pixel the ") + (is_signed ? "farthest from 0" : "largest") + " of " +
         (cells.are_even ? "" : "up to ") + std::to_string(cells.rows) + " × " +
         std::to_string(cells.columns);
}

std::vector<std::uint32_t> heatmap_image(const Matrix& values, const Matrix& scores,
                                         const Colormap& map, ColorRange range, int width,
                                         int height) {
  std::vector<std::uint32_t> pixels(static_cast<std::size_t>(width) *
                                    static_cast<std::size_t>(height));
  std::vector<CellSpan> columns;
  columns.reserve(static_cast<std::size_t>(width));
  for (int x = 0; x < width; ++x) columns.push_back(cells_under(x, width, values.cols()));

  CellSpan previous{-1, -1};
  for (int y = 0; y < height; ++y) {
    std::uint32_t* const row = pixels.data() + static_cast<std::ptrdiff_t>(y) * width;
    const CellSpan rows = cells_under(y, height, values.rows());
    if (rows.first == previous.first) {
      std::copy(row - width, row, row);
      continue;
    }
    previous = rows;
    const RowVector strongest =
        map.diverging ? farthest_of_rows(values, rows) : largest_of_rows(values, rows);
    // A weight above 0 is not masked, so that most rows skip the scores.
    const bool may_be_masked = strongest.minCoeff() <= 0;
    const RowVector scored = may_be_masked ? largest_of_rows(scores, rows) : RowVector();
    for (int x = 0; x < width; ++x) {
      const auto [first, last] = columns[static_cast<std::size_t>(x)];
      const Index count = last - first;
      const bool masked = may_be_masked && scored.segment(first, count).maxCoeff() == kMasked;
      if (masked) continue;
      const auto cells = strongest.segment(first, count);
      const float value = map.diverging ? cells.redux(FartherFrom0()) : cells.maxCoeff();
      row[x] = opaque(color_of(map, range, value));
    }
  }
  return pixels;
}

}  // namespace attn
