#pragma once

#include "app/session/workspace/session.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

// One function for each panel. `box` is the panel's inside; what a person does there is proposed
// to the session. The panels at the sides answer whether there is anything on them: in presenter
// mode only what was pinned is.

/// Left: the sentence, the queries, embeddings and values.
bool inputs_panel(Ui& ui, Session& session, const Box& box);

/// Right: how attention is computed, and the selected row as bars.
bool attention_panel(Ui& ui, Session& session, const Box& box);

/// Middle, below: why the query attends to the key, in numbers.
void inspector_panel(Ui& ui, Session& session, const Box& box);

}  // namespace attn::ui
