#pragma once

#include "app/figure/views/pair_quantity.h"
#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Bar shown while a snapshot A exists: choice of A, B or B − A, values of the shown cell in both,
/// and commands for A.
void snapshot_bar(Ui& ui, Access access, const PairQuantity& quantity, Pen& pen);

}  // namespace attn::ui
