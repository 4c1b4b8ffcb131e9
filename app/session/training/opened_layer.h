#pragma once

#include "engine/attention/scene.h"
#include "engine/blocks/network.h"
#include "engine/train/trainer.h"

namespace attn {

/// A layer of a network that is open as a scene.
struct OpenedLayer {
  Index layer = 0;
  TrainingState at{};     ///< what the network is at the scene's step
  Scene scene{};          ///< as it was opened, or taken back last
  bool was_left = false;  ///< the run went another way before that step, or began again
};

/// Puts the numbers of `scene` that are learned into that layer of `network`, where they are as
/// many as there. Answers whether the scene's attention has nothing beside them that the layer has
/// not, or otherwise.
bool put_back(const Scene& scene, Index layer, Network& network);

}  // namespace attn
