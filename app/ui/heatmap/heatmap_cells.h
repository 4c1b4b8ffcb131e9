#pragma once

#include <optional>

#include "app/gl/heatmap/heatmap.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Position and colours of the cells of a heatmap on the screen.
struct HeatmapCells {
  Box matrix;  ///< whole matrix, larger than the area if zoomed
  Box area;    ///< clip box
  float cell_width, cell_height;
  const Colormap& colormap;
  ColorRange range;
  float gap = 2, radius = 3;      ///< in units, for large cells
  std::optional<ImU32> ground{};  ///< colour between the cells; empty: the panels'
};

/// Adds the cells of `heatmap`, which must live until the end of the frame, to the window's draw
/// list.
void draw_heatmap_cells(Ui& ui, gl::Heatmap& heatmap, const HeatmapCells& cells);

}  // namespace attn::ui
