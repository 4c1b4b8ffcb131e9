#pragma once

#include "app/session/training/training_desk.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// What was pressed beside the heads: the one that is looked at is to be opened as a scene, or
/// something of the run to be written.
enum class HeadsPressed { kNothing, kOpen, kExport };

/// All heads over the sequence, and the one that is looked at large.
HeadsPressed head_cards(Ui& ui, TrainingDesk& desk, const Box& box);

}  // namespace attn::ui
