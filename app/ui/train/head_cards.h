#pragma once

#include <optional>

#include "app/session/training/training_desk.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// All heads over the sequence, and the one that is looked at large. Answers its layer where it is
/// to be opened as a scene.
std::optional<Index> head_cards(Ui& ui, TrainingDesk& desk, const Box& box);

}  // namespace attn::ui
