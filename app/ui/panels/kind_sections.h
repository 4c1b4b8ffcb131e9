#pragma once

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

// The parts of the right panel that choose from the engine's tables: each walks its table's rows,
// so that a new kind appears by itself.

void score_section(Ui& ui, Access access, Pen& pen);
void scale_section(Ui& ui, Access access, Pen& pen);
/// `heading` is the line above it, at whose end its menu stands.
void normalizer_section(Ui& ui, Access access, Pen& pen, const Box& heading);
void heads_section(Ui& ui, Access access, Pen& pen);
void position_section(Ui& ui, Access access, Pen& pen);

/// What all that costs, which leads to the view Cost; not there where that view isn't.
void cost_line(Ui& ui, Access access, Pen& pen);

/// How high the last parts of the panel are where all of them are folded to a line; else 0.
float folded_at_end(const Ui& ui, const Workspace& workspace);

}  // namespace attn::ui
