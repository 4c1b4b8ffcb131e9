#pragma once

#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/ui.h"

namespace attn::ui {

/// Takes Ctrl+Plus, Ctrl+Minus and Ctrl+0, which change the size of type and cells.
void take_type_size_keys(Ui& ui, Workspace& workspace);

/// Menu of the sizes of type and cells.
void type_size_menu(Ui& ui, Workspace& workspace);

}  // namespace attn::ui
