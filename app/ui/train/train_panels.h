#pragma once

#include "app/session/training/training_desk.h"
#include "app/ui/toolkit/widgets.h"
#include "app/ui/train/train_controls.h"

namespace attn::ui {

// The panels of the Train desk; `box` or `pen` is where they stand.

/// What is to be learned, sequences of it, and one's own. Answers whether a file of a task is asked
/// for.
bool task_panel(Ui& ui, TrainingDesk& desk, const Box& box);

/// Play, where the run is, how fast, of which task, and how well it does.
void transport(Ui& ui, TrainingDesk& desk, const Box& box);

/// "1 240"
std::string grouped(Index number);
/// "0.37", "12.1"; "…" where nothing is known yet.
std::string short_number(double value);

/// What was pressed beside the heads: the one that is looked at is to be opened as a scene, or
/// something of the run to be written.
enum class HeadsPressed { kNothing, kOpen, kExport };

/// All heads over the sequence, and the one that is looked at large.
HeadsPressed head_cards(Ui& ui, TrainingDesk& desk, const Box& box);

/// What the network says at each place of the sequence, how sure it is, and what would be right.
void answers_panel(Ui& ui, TrainingDesk& desk, const Box& box);

/// Loss and accuracy over the steps, with the scrubber; below them, where there is room, a film of
/// the head that is looked at.
void run_curves(Ui& ui, TrainingDesk& desk, const Box& box, bool has_film);

struct PaintBrush {
  int size = 0;  ///< 1, 3 or 5 cells across: which
  float weight = 0.9F;
  int button = -1;  ///< of the mouse, while it paints
  ImVec2 last{};    ///< where it was then
};

/// How a head looks, and beside it how it is to: cells to paint, and whether it is trained to them.
void paint_panel(Ui& ui, TrainingDesk& desk, Pen& pen, PaintBrush& brush);

/// Numbers as cells, and in each a triangle: where it wants to go, up or down the loss's slope.
/// `matrix` is which of W_Q, W_K, W_V and W_O.
void gradient_panel(Ui& ui, TrainingDesk& desk, Pen& pen, int& matrix);

struct NetworkPanelState {
  int matrix = 0;  ///< whose gradient is shown
  PaintBrush brush{};
  FoldedParts folded{};
};

/// The network, its optimizer, a target that is painted, and the gradient of a matrix of the head
/// that is looked at.
void network_panel(Ui& ui, TrainingDesk& desk, const Box& box, NetworkPanelState& state);

}  // namespace attn::ui
