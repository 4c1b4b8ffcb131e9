#pragma once

#include <span>
#include <string>

#include "app/figure/diagram/cell_grid.h"
#include "app/figure/diagram/diagram.h"
#include "app/figure/panels/panel.h"
#include "app/figure/panels/panel_heatmaps.h"

namespace attn {

/// A matrix with the words above it.
struct GridPanel {
  const FigurePanel* panel = nullptr;
  const PanelHeatmap* heatmap = nullptr;
  std::string title{};
};

/// What they are laid out for.
struct GridRoom {
  int columns = 1;
  double width = 900, height = 0;  ///< a height of 0: as much as they take
  CellLimits cells{};
  double scale = 0;  ///< pixels a unit, on which edges of cells lie
  bool legend = true;
  bool legend_below = false;  ///< all of them below the last row, for which there is no room beside
  bool numbers = true;
};

/// Matrices row by row, as large as each other where they have the same tokens. Those of a row have
/// their queries' names at its left end and those of a column their keys' above, where all in it
/// have the same; a legend stands after the last panel of a row that it holds for, or below all.
Diagram heatmap_grid(const Ruler& ruler, std::span<const GridPanel> panels, const GridRoom& room);

/// The lines of a title in `width`, and the height that so many take.
std::vector<std::string> title_lines(const Ruler& ruler, const std::string& title, double width);
double titles_height(std::size_t lines);
void add_panel_title(Diagram& diagram, const Ruler& ruler, const std::vector<std::string>& lines,
                     Point at);

}  // namespace attn
