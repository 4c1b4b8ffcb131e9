#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/document/view/view_state.h"
#include "app/figure/diagram/shading.h"
#include "engine/base/matrix.h"
#include "engine/color/colormap.h"

namespace attn::ui {

class SoftmaxCells;

/// A matrix on the screen, with what stands around it.
struct HeatmapPlot {
  std::string name;                      ///< in the UI map
  const Matrix& values;                  ///< M x L
  const Matrix& mask;                    ///< M x L, kMasked where a cell is masked
  const Matrix& shades;                  ///< M x L, what is coloured, as it was set
  const std::vector<std::string>& rows;  ///< M labels
  const std::vector<std::string>& columns;
  std::string row_axis, column_axis;  ///< "queries →"
  const Colormap& colormap;
  const Shading& shading;  ///< what the colours mean
  bool numbers = true;     ///< in the cells, where they fit
  std::optional<Cell> shown, pinned;
  std::optional<Cell> walked{};     ///< the keys went to it: it stays on the screen
  bool painting = false;            ///< the mouse paints cells; it neither pans nor clicks
  SoftmaxCells* softmax = nullptr;  ///< draws the cells, where they are not uploaded
};

}  // namespace attn::ui
