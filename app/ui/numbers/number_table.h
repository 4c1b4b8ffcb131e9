#pragma once

#include "app/ui/numbers/number_edits.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Draws `table` at the pen, at most `max_height` tall (it scrolls within), and takes its mouse and
/// keys: drag to change (Shift fine, Ctrl coarse), double-click or type to set, arrows to walk.
NumberEdits number_table(Ui& ui, Pen& pen, const NumberTable& table, float max_height);

}  // namespace attn::ui
