#pragma once

#include "app/figure/diagram/diagram.h"

namespace attn {

/// Draws the background of a chart: a field with hairlines at round numbers and stronger lines at
/// 0; with `numbers`, also numbers to the left and below.
void add_chart_grid(Diagram& diagram, const Chart& chart, bool numbers);

/// Width of the numbers to the left of the area, including their gap.
double grid_numbers_width(const Chart& chart, const Ruler& ruler);

}  // namespace attn
