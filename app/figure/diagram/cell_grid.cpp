#include "app/figure/diagram/cell_grid.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

constexpr double kShortSide = 0.25;  // of the longest: a shorter side is stretched towards it
constexpr double kLargestStretched = 40;
constexpr Index kMostDrawnCells = 128;  // on a side, drawn one by one

// The length of a side of `count` cells of about `cell` units.
double fit_side(double cell, Index count, double scale) {
  const double n = static_cast<double>(count);
  if (cell >= 8) return std::floor(cell) * n;
  const double pixels = cell * scale;  // of a cell
  const double whole = pixels >= 1 ? std::floor(pixels) * n : std::ceil(n / std::ceil(1 / pixels));
  const double wanted = std::max(1.0, std::round(pixels * n));
  return (whole >= 0.7 * wanted ? whole : wanted) / scale;
}

}  // namespace

bool is_drawn_as_image(Index rows, Index columns) {
  return std::max(rows, columns) > kMostDrawnCells;
}

Rect CellGrid::inside(Index row, Index column, double space) const {
  const double before = space > 0 ? lead : 0;
  return {area.x + static_cast<double>(column) * cell_width() + before,
          area.y + static_cast<double>(row) * cell_height() + before, cell_width() - space,
          cell_height() - space};
}

CellGrid fit_cells(Index rows, Index columns, double scale, const CellLimits& limits) {
  const double larger = static_cast<double>(std::max(rows, columns));
  const double square = std::min(limits.cell, limits.side / larger);
  const auto stretched = [&](Index count) {
    return std::max(
        square, std::min(kLargestStretched, kShortSide * limits.side / static_cast<double>(count)));
  };
  CellGrid grid;
  grid.rows = rows;
  grid.columns = columns;
  grid.area.width = fit_side(stretched(columns), columns, scale);
  grid.area.height = fit_side(stretched(rows), rows, scale);
  grid.as_image = is_drawn_as_image(rows, columns);
  if (grid.as_image) return grid;
  const double smaller = std::min(grid.cell_width(), grid.cell_height());
  grid.gap = smaller >= 32 ? 2 : smaller >= 10 ? 1 : 0;
  grid.lead = std::floor(grid.gap / 2 * scale) / scale;
  grid.radius = smaller >= 32 ? 3 : smaller >= 16 ? 2 : 0;
  return grid;
}

}  // namespace attn
