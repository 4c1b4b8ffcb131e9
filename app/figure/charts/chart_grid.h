#pragma once

#include "app/figure/diagram/diagram.h"

namespace attn {

/// The ground of a chart: a field with hairlines at round numbers and stronger ones at 0; with
/// `numbers`, which stand to the left of the area and below it.
void add_chart_grid(Diagram& diagram, const Chart& chart, bool numbers);

/// How much room the numbers to the left of the area need, with what parts them from it.
double grid_numbers_width(const Chart& chart, const Ruler& ruler);

}  // namespace attn
