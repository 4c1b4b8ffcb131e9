#pragma once

#include "app/session/workspace/workspace.h"

namespace attn::ui {

/// Copies the open scene with its view as a line of text, and says how long it is.
void copy_as_link(Workspace& workspace);

/// Opens the scene in the line that was copied. `asks` whether to say so where there is none.
void open_copied_link(Workspace& workspace, bool asks);

}  // namespace attn::ui
