#pragma once

#include <functional>
#include <set>
#include <string>

#include "app/document/files/settings.h"
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

/// Applies `change` to the settings and saves them; `problem` begins the message if that fails.
void keep_setting(Workspace& workspace, const std::string& problem,
                  const std::function<void(Settings&)>& change);

/// Saves the parts hidden in presenter mode if they changed.
void keep_hidden(Workspace& workspace, std::set<std::string>& kept);

/// Copies the open scene with its view as a line of text, and reports its length.
void copy_as_link(Workspace& workspace);

/// Opens a scene from the clipboard. `asks`: report if there is none.
void open_copied_link(Session& session, bool asks);

}  // namespace attn::ui
