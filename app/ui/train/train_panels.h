#pragma once

#include "app/session/training/training_desk.h"
#include "app/ui/toolkit/widgets.h"
#include "app/ui/train/train_controls.h"

namespace attn::ui {

// Panels of the Train desk, drawn in `box` or from `pen` downwards.

/// Panel of the task, example sequences, and own input. Returns whether a task file is to be
/// opened.
bool task_panel(Ui& ui, TrainingDesk& desk, const Box& box);

/// Transport bar: play, step, speed, task, and test results.
void transport(Ui& ui, TrainingDesk& desk, const Box& box);

/// "1 240"
std::string grouped(Index number);
/// Number as "0.37", "12.1"; "…" if unknown.
std::string short_number(double value);

/// Button pressed next to the heads: open the selected head as a scene, or export.
enum class HeadsPressed { kNothing, kOpen, kExport };

/// All heads' attention over the sequence, and the selected one enlarged.
HeadsPressed head_cards(Ui& ui, TrainingDesk& desk, const Box& box);

/// Panel of the network's predictions at each position, their probabilities, and the targets.
void answers_panel(Ui& ui, TrainingDesk& desk, const Box& box);

/// Curves of loss and accuracy over the steps with the scrubber; below them, if there is room, a
/// film strip of the selected head.
void run_curves(Ui& ui, TrainingDesk& desk, const Box& box, bool has_film);

struct PaintBrush {
  int size = 0;  ///< index of the brush size: 1, 3 or 5 cells
  float weight = 0.9F;
  int button = -1;  ///< mouse button while painting
  ImVec2 last{};    ///< mouse position in the last frame
};

/// Current attention of a head next to its painted target, and whether the target is trained.
void paint_panel(Ui& ui, TrainingDesk& desk, Pen& pen, PaintBrush& brush);

/// Matrix entries as cells with triangles for the gradient's sign and size. `matrix`: which of W_Q,
/// W_K, W_V and W_O.
void gradient_panel(Ui& ui, TrainingDesk& desk, Pen& pen, int& matrix);

struct NetworkPanelState {
  int matrix = 0;  ///< matrix whose gradient is shown
  PaintBrush brush{};
  FoldedParts folded{};
};

/// Settings of network and optimizer, the painted target, and the gradient of a matrix of the
/// selected head.
void network_panel(Ui& ui, TrainingDesk& desk, const Box& box, NetworkPanelState& state);

}  // namespace attn::ui
