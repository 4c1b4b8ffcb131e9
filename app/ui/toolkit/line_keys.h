#pragma once

#include "app/ui/toolkit/ui.h"

namespace attn::ui {

/// To be called as an open list or menu begins, of which line `marked` is the first to be walked
/// from: the arrow keys walk in it, Enter and Space choose, Escape closes it.
void begin_lines(Ui& ui, int marked = -1);

/// To be called after each of its lines. True where the keys choose it; then it closes.
bool line_is_chosen(Ui& ui, bool enabled = true);

}  // namespace attn::ui
