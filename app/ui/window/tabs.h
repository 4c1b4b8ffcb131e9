#pragma once

#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// The names of the views over `line`; a click shows that view. Those that don't fit are in a menu
/// at the end. Ctrl+Tab and Ctrl+Shift+Tab go to the next and the one before.
void tabs(Ui& ui, Workspace& workspace, const Box& line);

/// Those keys alone, where the names are not there.
void take_tab_keys(Ui& ui, Workspace& workspace);

}  // namespace attn::ui
