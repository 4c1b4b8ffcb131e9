#pragma once

#include <cstddef>
#include <optional>

#include "app/session/files/session.h"
#include "app/ui/layers/layers_desk.h"
#include "app/ui/train/train_desk.h"

namespace attn::ui {

/// Modes of the window: one attention with live numbers, training a network, or all heads of
/// imported attention.
enum class Desk { kScene, kTrain, kLayers };

struct Desks {
  Desk shown = Desk::kScene;
  TrainDesk train{};
  LayersDesk layers{};
  std::size_t scene = 0;               ///< version of the scene when the other desk was chosen
  std::optional<std::size_t> layer{};  ///< document in which a layer of the network is open
  bool wants_network = false;          ///< save the trained network in the next frame

  /// Switches the desk by user choice. Changes to a layer opened as a scene are written back to its
  /// network.
  void show(Desk desk, Session& session);
  /// Opens the selected head's layer as a scene, at the step shown.
  void open_layer(const Evaluation& made, Session& session);
};

}  // namespace attn::ui
