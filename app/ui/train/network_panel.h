#pragma once

#include "app/session/training/training_desk.h"
#include "app/ui/toolkit/widgets.h"
#include "app/ui/train/paint_panel.h"
#include "app/ui/train/train_controls.h"

namespace attn::ui {

struct NetworkPanelState {
  int matrix = 0;  ///< whose gradient is shown
  PaintBrush brush{};
  FoldedParts folded{};
};

/// The network, its optimizer, a target that is painted, and the gradient of a matrix of the head
/// that is looked at.
void network_panel(Ui& ui, TrainingDesk& desk, const Box& box, NetworkPanelState& state);

}  // namespace attn::ui
