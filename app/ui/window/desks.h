#pragma once

#include <cstddef>

#include "app/ui/train/train_desk.h"

namespace attn::ui {

/// What the window is for: one attention with every number live, or a network that learns.
enum class Desk { kScene, kTrain };

struct Desks {
  Desk shown = Desk::kScene;
  TrainDesk train{};
  std::size_t scene = 0;  ///< the change of the scene that was open when the other was chosen
};

}  // namespace attn::ui
