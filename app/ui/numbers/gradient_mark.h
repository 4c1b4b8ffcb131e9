#pragma once

#include <string_view>

#include "app/ui/theme/theme.h"
#include "app/ui/toolkit/box.h"
#include "app/ui/toolkit/ui.h"
#include "engine/base/matrix.h"

namespace attn::ui {

/// The size that 99 % of the numbers don't pass.
float typical_size(const Matrix& numbers);

/// A triangle in the middle of `cell`: where its number wants to go, down the slope of the loss.
/// Its base is as long as the root of `gradient`, beside what is `typical`; what is small is not
/// drawn.
void gradient_mark(ImDrawList* list, const Theme& theme, const Box& cell, float gradient,
                   float typical, ImU32 ink);

/// The same of a cell's number in its lower right corner, which digits leave; the mouse on it has
/// it in numbers. `of` what the slope is: "loss" or "weight"; empty: no words.
void corner_slope(Ui& ui, const Box& cell, double slope, double typical, std::string_view of);

}  // namespace attn::ui
