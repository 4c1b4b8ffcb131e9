#pragma once

#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// The groups of views over `line`, and the views of the one that is shown: a click on a view shows
/// it, one on a group the view of it that was shown last. In a narrow line the groups are a menu.
/// Ctrl+Tab and Ctrl+Shift+Tab go to the next view and the one before, wherever this is drawn or
/// not. Answers what is left of the line.
Box tabs(Ui& ui, Workspace& workspace, const Box& line);

/// Those keys alone, where the names are not there.
void take_tab_keys(Ui& ui, Workspace& workspace);

}  // namespace attn::ui
