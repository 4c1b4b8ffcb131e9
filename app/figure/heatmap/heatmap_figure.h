#pragma once

#include "app/figure/canvas/canvas.h"
#include "app/figure/heatmap/heatmap.h"
#include "app/figure/heatmap/heatmap_layout.h"

namespace attn {

/// Draws `heatmap` as `layout`, made of it, says.
void draw_heatmap(Canvas& canvas, const Heatmap& heatmap, const HeatmapLayout& layout);

}  // namespace attn
