#pragma once

#include "app/session/files/session.h"

namespace attn::ui {

/// Copies the open scene with its view as a line of text, and reports its length.
void copy_as_link(Workspace& workspace);

/// Opens a scene from the clipboard. `asks`: report if there is none.
void open_copied_link(Session& session, bool asks);

}  // namespace attn::ui
