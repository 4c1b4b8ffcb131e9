#pragma once

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

// One function for each panel. `box` is the panel's inside; what a person does there is proposed
// to the workspace. The panels at the sides answer whether there is anything on them: in presenter
// mode only what was pinned is.

/// Left: the sentence, the queries, embeddings and values.
bool inputs_panel(Ui& ui, Access access, const Box& box);

/// Right: how attention is computed, and the selected row as bars.
bool attention_panel(Ui& ui, Access access, const Box& box);

/// What is on them, from the pen down in a room so high: for a lesson's stage.
void inputs_sections(Ui& ui, Access access, Pen& pen, float height);
void attention_sections(Ui& ui, Access access, Pen& pen, float height);

/// Below: why the query attends to the key, in numbers; folded it is one line, as it always is in
/// presenter mode. Answers how high it would be with all of it in sight.
float inspector_panel(Ui& ui, Access access, const Box& box);
bool is_inspector_folded(const Ui& ui, const Workspace& workspace);

}  // namespace attn::ui
