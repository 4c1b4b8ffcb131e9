#pragma once

#include "engine/attention/scene.h"
#include "engine/blocks/network.h"
#include "engine/train/trainer.h"

namespace attn {

/// Layer of a network opened as a scene.
struct OpenedLayer {
  Index layer = 0;
  TrainingState at{};     ///< state of the network at the scene's step
  Scene scene{};          ///< scene as opened, or last taken back
  bool was_left = false;  ///< the run branched off before that step, or was restarted
};

/// Copies the trainable numbers of `scene` to the layer of `network`, if the shapes match. Returns
/// whether the scene's attention has no other differences from the layer.
bool put_back(const Scene& scene, Index layer, Network& network);

}  // namespace attn
