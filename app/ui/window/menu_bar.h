#pragma once

#include "app/session/workspace/session.h"
#include "app/ui/toolkit/ui.h"
#include "app/ui/window/overlays.h"

namespace attn::ui {

/// The menus, the title and the time of the last evaluation. Answers its height.
float menu_bar(Ui& ui, Session& session, Overlays& overlays);

}  // namespace attn::ui
