#pragma once

#include "app/ui/overlays.h"
#include "app/ui/session.h"
#include "app/ui/widgets.h"

namespace attn::ui {

// One function for each panel. `box` is the panel's inside; what a person does there is proposed
// to the session.

/// Left: the sentence, the queries, embeddings and values.
void inputs_panel(Ui& ui, Session& session, const Box& box);

/// Right: how attention is computed, and the selected row as bars.
void attention_panel(Ui& ui, Session& session, const Box& box);

/// Middle, below: why the query attends to the key, in numbers.
void inspector_panel(Ui& ui, Session& session, const Box& box);

/// The menus, the title and the time of the last evaluation. Answers its height.
float menu_bar(Ui& ui, Session& session, Overlays& overlays);

}  // namespace attn::ui
