#pragma once

#include <cairo.h>

#include "app/figure/heatmap.h"
#include "app/figure/heatmap_layout.h"

namespace attn {

/// Draws `heatmap` as `layout`, made of it, says: onto whatever `cr` draws on, in units.
void draw_heatmap(cairo_t* cr, const Heatmap& heatmap, const HeatmapLayout& layout);

}  // namespace attn
