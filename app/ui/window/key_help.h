#pragma once

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// List of all keyboard shortcuts in the middle of `room`, while `is_open`. A click outside closes
/// it.
void key_help(Ui& ui, const Box& room, bool& is_open);

}  // namespace attn::ui
