#pragma once

#include <set>
#include <string>

#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/ui.h"
#include "app/ui/window/desks.h"
#include "app/ui/window/overlays.h"

namespace attn::ui {

/// Menus, title, and time of the last evaluation. Returns its height.
float menu_bar(Ui& ui, Workspace& workspace, Overlays& overlays, Desks& desks);

/// Saves the parts hidden in presenter mode if they changed.
void keep_hidden(Workspace& workspace, std::set<std::string>& kept);

}  // namespace attn::ui
