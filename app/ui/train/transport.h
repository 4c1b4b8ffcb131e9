#pragma once

#include "app/session/training/training_desk.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Play, where the run is, how fast, of which task, and how well it does.
void transport(Ui& ui, TrainingDesk& desk, const Box& box);

/// "1 240"
std::string grouped(Index number);
/// "0.37", "12.1"; "…" where nothing is known yet.
std::string short_number(double value);

}  // namespace attn::ui
