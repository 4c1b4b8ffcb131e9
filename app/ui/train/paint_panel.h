#pragma once

#include "app/session/training/training_desk.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

struct PaintBrush {
  int size = 0;  ///< 1, 3 or 5 cells across: which
  float weight = 0.9F;
  int button = -1;  ///< of the mouse, while it paints
  ImVec2 last{};    ///< where it was then
};

/// How a head looks, and beside it how it is to: cells to paint, and whether it is trained to them.
void paint_panel(Ui& ui, TrainingDesk& desk, Pen& pen, PaintBrush& brush);

}  // namespace attn::ui
