#pragma once

#include "app/gl/heatmap/heatmap.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Where the cells of a heatmap lie on the screen, and what their colours mean.
struct HeatmapCells {
  Box matrix;  ///< the whole matrix, beyond the area where it is zoomed
  Box area;    ///< outside of which nothing is drawn
  float cell_width, cell_height;
  const Colormap& colormap;
  ColorRange range;
  float gap = 2, radius = 3;  ///< in units, where cells are large enough
};

/// Draws the cells of `heatmap`, which lives until the frame is over, in the window's list.
void draw_heatmap_cells(Ui& ui, gl::Heatmap& heatmap, const HeatmapCells& cells);

}  // namespace attn::ui
