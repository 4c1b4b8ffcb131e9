#pragma once

#include <string_view>

#include "app/ui/theme/theme.h"
#include "app/ui/toolkit/box.h"
#include "app/ui/toolkit/ui.h"
#include "engine/base/matrix.h"

namespace attn::ui {

/// 99th percentile of the absolute values.
float typical_size(const Matrix& numbers);

/// Draws a triangle in the middle of `cell` in the direction that reduces the loss. Its base is
/// proportional to the square root of `gradient` relative to `typical`; small gradients are not
/// drawn.
void gradient_mark(const Theme& theme, const Box& cell, float gradient, float typical, ImU32 ink);

/// Draws the triangle in the lower right corner of a cell, free of digits; its tooltip shows the
/// number. `of`: name of the function, "loss" or "weight"; empty: no tooltip.
void corner_slope(Ui& ui, const Box& cell, double slope, double typical, std::string_view of);

}  // namespace attn::ui
