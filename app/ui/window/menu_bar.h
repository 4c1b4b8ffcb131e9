#pragma once

#include <set>
#include <string>

#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/ui.h"
#include "app/ui/window/desks.h"
#include "app/ui/window/overlays.h"

namespace attn::ui {

/// The menus, the title and the time of the last evaluation. Answers its height.
float menu_bar(Ui& ui, Workspace& workspace, Overlays& overlays, Desks& desks);

/// Keeps what is hidden from a class for the next start, where that has changed.
void keep_hidden(Workspace& workspace, std::set<std::string>& kept);

}  // namespace attn::ui
