#pragma once

#include "app/session/training/training_desk.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Numbers as cells, and in each a triangle: where it wants to go, up or down the loss's slope.
/// `matrix` is which of W_Q, W_K, W_V and W_O.
void gradient_panel(Ui& ui, TrainingDesk& desk, Pen& pen, int& matrix);

}  // namespace attn::ui
