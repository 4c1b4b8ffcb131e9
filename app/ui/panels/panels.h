#pragma once

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

// One function per panel. `box` is the inside of the panel; edits are proposed to the workspace.
// The side panels return whether they show anything: in presenter mode only pinned sections.

/// Left panel: sentence, queries, embeddings and values.
bool inputs_panel(Ui& ui, Access access, const Box& box);

/// Right panel: kinds of the scene, and the selected row as bars.
bool attention_panel(Ui& ui, Access access, const Box& box);

/// Content of the side panels, from the pen down in this height: for a lesson's stage.
void inputs_sections(Ui& ui, Access access, Pen& pen, float height);
void attention_sections(Ui& ui, Access access, Pen& pen, float height);

/// Bottom panel: the inspector's explanation in numbers; one line if folded, and always in
/// presenter mode. Returns the height that shows all of it.
float inspector_panel(Ui& ui, Access access, const Box& box);
bool is_inspector_folded(const Ui& ui, const Workspace& workspace);

}  // namespace attn::ui
