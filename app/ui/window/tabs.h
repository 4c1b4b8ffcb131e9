#pragma once

#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// The names of the views over `line`; a click shows that view. Those that don't fit are in a menu
/// at the end. Ctrl+Tab and Ctrl+Shift+Tab go to the next and the one before.
void tabs(Ui& ui, Workspace& workspace, const Box& line);

}  // namespace attn::ui
