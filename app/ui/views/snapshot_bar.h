#pragma once

#include "app/figure/views/pair_quantity.h"
#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Where an A is kept: what is shown of A and B, what the shown cell is in both, and what can be
/// done with A.
void snapshot_bar(Ui& ui, Access access, const PairQuantity& quantity, Pen& pen);

}  // namespace attn::ui
