#pragma once

#include "app/ui/theme/theme.h"
#include "app/ui/toolkit/box.h"
#include "engine/base/matrix.h"

namespace attn::ui {

/// The size that 99 % of the numbers don't pass.
float typical_size(const Matrix& numbers);

/// A triangle in the middle of `cell`: where its number wants to go, down the slope of the loss.
/// Its base is as long as the root of `gradient`, beside what is `typical`; what is small is not
/// drawn.
void gradient_mark(ImDrawList* list, const Theme& theme, const Box& cell, float gradient,
                   float typical, ImU32 ink);

}  // namespace attn::ui
