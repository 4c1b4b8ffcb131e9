#pragma once

#include "app/session/training/training_desk.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// What is to be learned, sequences of it, and one's own. Answers whether a file of a task is asked
/// for.
bool task_panel(Ui& ui, TrainingDesk& desk, const Box& box);

}  // namespace attn::ui
