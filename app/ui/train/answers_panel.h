#pragma once

#include "app/session/training/training_desk.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// What the network says at each place of the sequence, how sure it is, and what would be right.
void answers_panel(Ui& ui, TrainingDesk& desk, const Box& box);

}  // namespace attn::ui
