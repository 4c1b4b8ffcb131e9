#pragma once

#include "app/session/files/session.h"
#include "app/ui/toolkit/ui.h"
#include "app/ui/window/desks.h"
#include "app/ui/window/overlays.h"

namespace attn::ui {

/// Menus, title, and time of the last evaluation. Returns its height.
float menu_bar(Ui& ui, Session& session, Overlays& overlays, Desks& desks);

/// Begins or ends presenter mode. At its begin a word says how it ends.
void toggle_presenting(Ui& ui);
/// Fills the screen with the window, or ends that.
void toggle_full_screen(Ui& ui);

/// Copies the open scene with its view as a line of text, and reports its length.
void copy_as_link(Workspace& workspace);

/// Opens a scene from the clipboard. `asks`: report if there is none.
void open_copied_link(Session& session, bool asks);

}  // namespace attn::ui
