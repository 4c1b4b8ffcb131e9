#pragma once

#include <vector>

#include "app/session/workspace/access.h"
#include "app/ui/numbers/matrix_section.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

// Editable tables of the matrices that are parameters of combine, of positions, and of the bias.
// Optional matrices can be added and removed.

/// Commands in the menu of the heads that add optional matrices.
std::vector<TableDeed> combine_deeds(Access access);
void combine_parameters(Ui& ui, Access access, Pen& pen);
void position_parameters(Ui& ui, Access access, Pen& pen);
void bias_parameter(Ui& ui, Access access, Pen& pen);

}  // namespace attn::ui
