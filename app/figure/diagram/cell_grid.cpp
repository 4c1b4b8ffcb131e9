#include "app/figure/diagram/cell_grid.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

// Shortest side relative to the longest; shorter sides are stretched.
constexpr double kShortSide = 0.25;
constexpr double kLargestStretched = 40;
constexpr double kSmallestSquare = 6;
constexpr Index kMostDrawnCells = 128;  // on a side; more cells are drawn as an image

// Length of a side of `count` cells of about `cell` units.
double fit_side(double cell, Index count, double scale, bool fills) {
  const double n = static_cast<double>(count);
  const double pixels = cell * scale;  // per cell
  if (scale == 0 || (fills && pixels < 12)) return cell * n;
  if (fills) return std::floor(pixels) / scale * n;
  if (cell >= 8) return std::floor(cell) * n;
  const double whole = pixels >= 1 ? std::floor(pixels) * n : std::ceil(n / std::ceil(1 / pixels));
  const double wanted = std::max(1.0, std::floor(pixels * n + 1e-6));
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

CellGrid grid_in(Rect area, Index rows, Index columns, double scale, bool gaps) {
  CellGrid grid{.rows = rows, .columns = columns, .area = area};
  grid.as_image = is_drawn_as_image(rows, columns);
  if (grid.as_image || !gaps) return grid;
  const double smaller = std::min(grid.cell_width(), grid.cell_height());
  grid.gap = smaller >= 12 ? 2 : smaller >= 6 ? 1 : 0;
  if (scale > 0) grid.lead = std::floor(grid.gap / 2 * scale) / scale;
  // Rounded corners of small cells are invisible, and would dominate the cost of a figure.
  grid.radius = grid.gap < 2 ? 0 : std::min(3.0, smaller / 6);
  return grid;
}

CellGrid fit_cells(Index rows, Index columns, double scale, const CellLimits& limits) {
  const auto share = [](double length, Index count) {
    return std::max(0.0, length) / static_cast<double>(count);
  };
  const auto room = [&](double length, Index count) {
    return std::min({limits.cell, share(limits.side, count), share(length, count)});
  };
  const double width = room(limits.width, columns), height = room(limits.height, rows);
  const double square = std::min(width, height);
  const auto stretched = [&](double largest, Index count) {
    if (!limits.fills) {
      const double wanted = std::min(kLargestStretched, kShortSide * share(limits.side, count));
      return std::max(square, std::min(largest, wanted));
    }
    if (square < kSmallestSquare && rows != columns) return largest;
    return std::min(largest, square * limits.stretch);
  };
  const Rect area{0, 0, fit_side(stretched(width, columns), columns, scale, limits.fills),
                  fit_side(stretched(height, rows), rows, scale, limits.fills)};
  return grid_in(area, rows, columns, scale);
}

}  // namespace attn
