#pragma once

#include <vector>

#include "app/session/workspace/access.h"
#include "app/ui/numbers/matrix_section.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

// Sections of the right panel that choose from the engine's tables: each lists the rows of its
// table, so that a new kind needs no code here.

void score_section(Ui& ui, Access access, Pen& pen);
void scale_section(Ui& ui, Access access, Pen& pen);
/// `heading`: line above, with its menu at the end.
void normalizer_section(Ui& ui, Access access, Pen& pen, const Box& heading);
void heads_section(Ui& ui, Access access, Pen& pen);
void position_section(Ui& ui, Access access, Pen& pen);

/// Draws the cost of the scene, with a link to the view Cost; absent if that view is hidden.
void cost_line(Ui& ui, Access access, Pen& pen);

/// Height of the panel's last sections if all of them are folded; else 0.
float folded_at_end(const Ui& ui, const Workspace& workspace);

}  // namespace attn::ui
