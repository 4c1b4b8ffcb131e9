#pragma once

#include <vector>

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// The parts of `whole` that are in none of `boxes`, which don't overlap: boxes that don't either.
std::vector<Box> outside_of(const Box& whole, const std::vector<Box>& boxes);

/// Draws `panels` on the window's ground, within `whole`. The window is cleared to the colour of
/// panels, so that only what is between them is drawn: a software renderer pays for each pixel.
void draw_panel_boxes(const Theme& theme, const Box& whole, const std::vector<Box>& panels);

}  // namespace attn::ui
