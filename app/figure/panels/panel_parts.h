#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/figure/diagram/heatmap_grid.h"
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

/// Panel `n` with these contents as a part of a grid, whose legend is `heatmap.legend`. `numbers`:
/// shown in cells, where they fit.
GridPanel grid_panel(std::size_t n, const FigurePanel& panel, const PanelHeatmap& heatmap,
                     const std::string& title, bool numbers);

/// Distinguishing and common words of a figure's panels.
struct PanelWords {
  std::vector<std::string> titles;  ///< above each; may be empty
  std::string all;                  ///< "Weights · softmax. (a) T = 1. (b) T = 0.5."
};
PanelWords words_of_panels(std::span<const FigurePanel> panels, bool letters);

/// "(b) − (a)" for the difference in panel n, or "B − A".
std::string words_of_difference(std::size_t n, bool letters);

}  // namespace attn
