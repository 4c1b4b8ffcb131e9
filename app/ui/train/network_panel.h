#pragma once

#include "app/session/training/training_desk.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// The network, its optimizer, and the gradient of a matrix of the head that is looked at.
void network_panel(Ui& ui, TrainingDesk& desk, const Box& box, int& matrix);

}  // namespace attn::ui
