#include "app/figure/files/bare_figure.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/figure/diagram/cell_grid.h"
#include "app/figure/diagram/heatmap_image.h"
#include "app/figure/page/picture_size.h"
#include "engine/attention/trace.h"

namespace attn {
namespace {

void draw_bare_image(Canvas& canvas, const MatrixMark& matrix) {
  const Matrix& shades = matrix.shades ? *matrix.shades : *matrix.values;
  const auto width = static_cast<int>(shades.cols()), height = static_cast<int>(shades.rows());
  if (matrix.scores && matrix.scores->minCoeff() == kMasked) canvas.hatch({&matrix.area, 1}, 0);
  const auto pixels = heatmap_image(shades, matrix.scores ? *matrix.scores : shades,
                                    canvas.colors(*matrix.colormap), matrix.range, width, height);
  canvas.image(matrix.area, {width, height, pixels});
}

void draw_bare_cells(Canvas& canvas, const MatrixMark& matrix) {
  const Colormap& colors = canvas.colors(*matrix.colormap);
  std::vector<Canvas::ColoredRect> cells;
  std::vector<Rect> masked;
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.columns(); ++j) {
      if (matrix.is_masked(i, j)) {
        masked.push_back(matrix.cell(i, j));
      } else {
        cells.push_back({matrix.cell(i, j), color_of(colors, matrix.range, matrix.shade(i, j))});
      }
    }
  }
  canvas.hatch(masked, 0);
  canvas.cells(cells, 0, true);
}

}  // namespace

Drawing draw_bare(const MatrixMark& matrix, int cell, const FigureTheme& theme) {
  const Index rows = matrix.rows(), columns = matrix.columns();
  check_picture("--cell", static_cast<double>(columns) * cell, static_cast<double>(rows) * cell);
  MatrixMark alone = matrix;
  alone.area = {0, 0, static_cast<double>(columns * cell), static_cast<double>(rows * cell)};
  const bool is_image = is_drawn_as_image(rows, columns);
  return {.width = alone.area.width,
          .height = alone.area.height,
          .draw =
              [alone, is_image](Canvas& canvas) {
                is_image ? draw_bare_image(canvas, alone) : draw_bare_cells(canvas, alone);
              },
          .theme = &theme};
}

}  // namespace attn
