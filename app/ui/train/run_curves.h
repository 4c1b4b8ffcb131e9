#pragma once

#include "app/session/training/training_desk.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Loss and accuracy over the steps, with the scrubber; below them, where there is room, a film of
/// the head that is looked at.
void run_curves(Ui& ui, TrainingDesk& desk, const Box& box, bool has_film);

}  // namespace attn::ui
