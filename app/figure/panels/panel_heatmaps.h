#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/figure/diagram/shading.h"
#include "app/figure/panels/panel.h"
#include "app/figure/views/pair_quantity.h"

namespace attn {

/// A panel that is one matrix of queries and keys.
struct PanelHeatmap {
  const PairQuantity* quantity = nullptr;  ///< null: the panel is no matrix of pairs
  Index head = 0;
  std::shared_ptr<const Matrix> values{}, mask{};  ///< kMasked where a pair is masked
  Shading shading{};
  Shading legend{};  ///< the same for all panels of one scale
  const Colormap* colormap = nullptr;
  std::string word{};       ///< above the legend: "weight"
  bool has_masked = false;  ///< any panel of the scale
  std::size_t scale = 0;    ///< those of the same one share a legend
};

/// Whether each panel is one matrix of queries and keys.
bool are_heatmaps(std::span<const FigurePanel> panels);

/// What they show, on which colours: the range `shared` is that of all panels with the same
/// quantity. Throws OptionError where a difference can't be had.
std::vector<PanelHeatmap> panel_heatmaps(std::span<const FigurePanel> panels, bool letters);

}  // namespace attn
