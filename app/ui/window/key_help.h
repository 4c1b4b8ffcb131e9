#pragma once

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// All keys and what they do, in the middle of `room`, while `is_open`. A click beside it closes
/// it.
void key_help(Ui& ui, const Box& room, bool& is_open);

}  // namespace attn::ui
