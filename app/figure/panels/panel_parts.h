#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/figure/diagram/cell_grid.h"
#include "app/figure/diagram/diagram.h"
#include "app/figure/diagram/shading.h"
#include "app/figure/panels/panel_sources.h"
#include "app/figure/views/pair_quantity.h"

namespace attn {

/// Panel that is one matrix of queries and keys.
struct PanelHeatmap {
  const PairQuantity* quantity = nullptr;  ///< null: not a matrix of pairs
  Index head = 0;
  std::shared_ptr<const Matrix> values{}, mask{};  ///< kMasked where a pair is masked
  Shading shading{};
  Shading legend{};  ///< equal for all panels of one scale
  const Colormap* colormap = nullptr;
  std::string word{};       ///< above the legend: "weight"
  bool has_masked = false;  ///< in any panel of the scale
  std::size_t scale = 0;    ///< panels with equal numbers share a legend
};

/// Returns whether each panel is one matrix of queries and keys.
bool are_heatmaps(std::span<const FigurePanel> panels);

/// Content and colours of the panels: the range `shared` covers all panels with the same quantity.
/// Throws OptionError if a difference cannot be computed.
std::vector<PanelHeatmap> panel_heatmaps(std::span<const FigurePanel> panels, bool letters);

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

/// Distinguishing and common words of a figure's panels.
struct PanelWords {
  std::vector<std::string> titles;  ///< above each; may be empty
  std::string all;                  ///< "Weights · softmax. (a) T = 1. (b) T = 0.5."
};
PanelWords words_of_panels(std::span<const FigurePanel> panels, bool letters);

/// "(b) − (a)" for the difference in panel n, or "B − A".
std::string words_of_difference(std::size_t n, bool letters);

}  // namespace attn
