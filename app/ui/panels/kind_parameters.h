#pragma once

#include <vector>

#include "app/session/workspace/access.h"
#include "app/ui/numbers/matrix_section.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

// The matrices that a kind of combine or position has for its parameters, and the bias: as tables
// whose numbers are changed in place. What may be absent can be given and dropped.

/// What can be added to them: lines of the menu of the heads.
std::vector<TableDeed> combine_deeds(Access access);
void combine_parameters(Ui& ui, Access access, Pen& pen);
void position_parameters(Ui& ui, Access access, Pen& pen);
void bias_parameter(Ui& ui, Access access, Pen& pen);

}  // namespace attn::ui
