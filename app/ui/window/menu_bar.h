#pragma once

#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/ui.h"
#include "app/ui/window/overlays.h"

namespace attn::ui {

/// The menus, the title and the time of the last evaluation. Answers its height.
float menu_bar(Ui& ui, Workspace& workspace, Overlays& overlays);

}  // namespace attn::ui
