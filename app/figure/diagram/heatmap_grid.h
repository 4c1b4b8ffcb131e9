#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "app/figure/diagram/cell_grid.h"
#include "app/figure/diagram/diagram.h"
#include "app/figure/diagram/heatmap_layout.h"
#include "app/figure/diagram/heatmap_look.h"

namespace attn {

/// Heatmap of a grid. The grid omits names and legends that another panel shows for it.
struct GridPanel {
  LabelledMatrix heatmap{};  ///< with all its names and the legend of its scale
  HeatmapLook look{};
  std::string title{};
  std::string short_title{};  ///< for narrow panels; empty: the title
  std::size_t scale = 0;      ///< panels with equal numbers share a legend
};

/// Layout constraints.
struct GridRoom {
  int columns = 1;
  double width = 900, height = 0;  ///< height 0: free
  CellLimits cells{};
  double scale = 0;  ///< pixels per unit, to align edges of cells
  bool legend = true;
  bool legend_below = false;  ///< all legends below the last row, as they do not fit at the side
};

/// Columns of a grid without a given number, up to four: 1, 2, 3, 2 x 2, 3 + 2 …
int usual_columns(std::size_t count);

/// Lays out heatmaps row by row, of equal size if they have equal numbers of rows and columns.
/// Names of rows are at the left end of a row and names of columns above a column, if equal for all
/// in it; a legend is after the last panel of a row to which it applies, or all legends are below.
Diagram heatmap_grid(const Ruler& ruler, std::span<const GridPanel> panels, const GridRoom& room);

/// Lines of a title in `width`, and their height.
std::vector<std::string> title_lines(const Ruler& ruler, const std::string& title, double width);
double titles_height(std::size_t lines);
void add_panel_title(Diagram& diagram, const Ruler& ruler, const std::vector<std::string>& lines,
                     Point at, TextRole role = TextRole::words);

}  // namespace attn
