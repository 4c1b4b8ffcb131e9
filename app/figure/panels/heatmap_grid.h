#pragma once

#include <span>
#include <string>

#include "app/figure/diagram/cell_grid.h"
#include "app/figure/diagram/diagram.h"
#include "app/figure/panels/panel_heatmaps.h"
#include "app/figure/panels/panel_sources.h"

namespace attn {

/// Matrix with its title.
struct GridPanel {
  const FigurePanel* panel = nullptr;
  const PanelHeatmap* heatmap = nullptr;
  std::string title{};
};

/// Layout constraints.
struct GridRoom {
  int columns = 1;
  double width = 900, height = 0;  ///< height 0: free
  CellLimits cells{};
  double scale = 0;  ///< pixels per unit, to align edges of cells
  bool legend = true;
  bool legend_below = false;  ///< all legends below the last row, as they do not fit at the side
  bool numbers = true;
};

/// Lays out matrices row by row, of equal size if they have the same tokens. Names of queries are
/// at the left end of a row and names of keys above a column, if equal for all in it; a legend is
/// after the last panel of a row to which it applies, or all legends are below.
Diagram heatmap_grid(const Ruler& ruler, std::span<const GridPanel> panels, const GridRoom& room);

/// Lines of a title in `width`, and their height.
std::vector<std::string> title_lines(const Ruler& ruler, const std::string& title, double width);
double titles_height(std::size_t lines);
void add_panel_title(Diagram& diagram, const Ruler& ruler, const std::vector<std::string>& lines,
                     Point at);

}  // namespace attn
