#pragma once

#include <cstddef>
#include <optional>

#include "app/session/workspace/workspace.h"
#include "app/ui/layers/layers_desk.h"
#include "app/ui/train/train_desk.h"

namespace attn::ui {

/// What the window is for: one attention with every number live, a network that learns, or, while
/// attention from elsewhere is open, all its heads.
enum class Desk { kScene, kTrain, kLayers };

struct Desks {
  Desk shown = Desk::kScene;
  TrainDesk train{};
  LayersDesk layers{};
  std::size_t scene = 0;  ///< the change of the scene that was open when the other was chosen
  std::optional<std::size_t> layer{};  ///< the document in which a layer of the network is open
  bool wants_network = false;          ///< to save what has learned, in the next frame

  /// Chosen by hand. What was changed in a layer that was opened as a scene goes back to its
  /// network.
  void show(Desk desk, Workspace& workspace);
  /// Opens the layer of the head that is looked at, as it is at the step that is shown.
  void open_layer(const Evaluation& made, Workspace& workspace);
};

}  // namespace attn::ui
