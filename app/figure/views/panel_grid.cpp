#include "app/figure/views/panel_grid.h"

#include <algorithm>

namespace attn {
namespace {

constexpr int kMostAcross = 4;  // if the height is free

double each_of(int count, double room, double gap) { return (room - (count - 1) * gap) / count; }

}  // namespace

Rect PanelGrid::panel(int n) const {
  const int column = n % columns, row = n / columns;
  return {column * (width + gap), row * (height + gap), width, height};
}

PanelGrid fit_panels(int count, double width, double height, const PanelNeeds& needs) {
  const auto grid_of = [&](int columns) {
    PanelGrid grid{.columns = columns, .rows = (count + columns - 1) / columns, .gap = needs.gap};
    grid.width = each_of(columns, width, needs.gap);
    grid.height = height > 0 ? each_of(grid.rows, height, needs.gap) : grid.width + needs.heading;
    return grid;
  };
  if (needs.columns > 0) return grid_of(std::min(count, needs.columns));
  if (height <= 0) {
    int columns = std::min(count, kMostAcross);
    while (columns > 1 && each_of(columns, width, needs.gap) < needs.least) --columns;
    return grid_of(columns);
  }
  PanelGrid best{.columns = 1, .rows = count, .gap = needs.gap};
  double largest = 0;
  for (int columns = 1; columns <= count; ++columns) {
    const PanelGrid grid = grid_of(columns);
    const double side = std::min({grid.width, grid.height - needs.heading, needs.largest});
    if (side > largest) best = grid, largest = side;
  }
  return best;
}

}  // namespace attn
