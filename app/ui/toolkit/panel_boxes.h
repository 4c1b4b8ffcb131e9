#pragma once

#include <vector>

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Difference of `whole` and `boxes`, which don't overlap, as boxes that don't overlap.
std::vector<Box> outside_of(const Box& whole, const std::vector<Box>& boxes);

/// Draws the background between the panels. The window is cleared with the panels' colour, so only
/// the gaps are drawn: software renderers pay for each pixel.
void draw_panel_boxes(const Theme& theme, const Box& whole, const std::vector<Box>& panels);

}  // namespace attn::ui
