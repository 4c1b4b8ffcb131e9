#pragma once

#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Tabs in `line`: groups of views, and the views of the current group. A click on a group shows
/// its last shown view. In narrow lines the groups are a menu. Ctrl+Tab and Ctrl+Shift+Tab go to
/// the next and previous view. Returns the rest of the line.
Box tabs(Ui& ui, Workspace& workspace, const Box& line);

/// Handles these keys without drawing tabs.
void take_tab_keys(Ui& ui, Workspace& workspace);

}  // namespace attn::ui
