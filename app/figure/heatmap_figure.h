#pragma once

#include "app/figure/canvas.h"
#include "app/figure/heatmap.h"
#include "app/figure/heatmap_layout.h"

namespace attn {

/// Draws `heatmap` as `layout`, made of it, says.
void draw_heatmap(Canvas& canvas, const Heatmap& heatmap, const HeatmapLayout& layout);

}  // namespace attn
