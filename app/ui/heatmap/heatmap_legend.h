#pragma once

#include "app/figure/diagram/shading.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

struct HeatmapPlot;

/// From the cells to the legend's bar, and the bar's width, before scaling.
constexpr float kLegendGap = 28, kLegendBar = 14;

/// What the legend takes to the right of the cells.
float legend_width(const Theme& theme, const Shading& shading);

/// The colours of `plot` in `box`, with words above and numbers to the right of it.
void draw_legend(Ui& ui, const Box& box, const HeatmapPlot& plot);

}  // namespace attn::ui
