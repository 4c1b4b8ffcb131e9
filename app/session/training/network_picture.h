#pragma once

#include <memory>
#include <vector>

#include "app/session/training/training_history.h"
#include "engine/attention/evaluation.h"
#include "engine/attention/scene.h"
#include "engine/base/matrix.h"
#include "engine/blocks/network.h"
#include "engine/train/trainer.h"

namespace attn {

/// Results of a network on a sequence.
struct NetworkPicture {
  Network network;  ///< with the sequence as its tokens
  /// For each layer: its scene, with the layer's inputs, and its trace.
  std::vector<std::shared_ptr<const Evaluation>> layers;
  Matrix logits;  ///< L x V′: for numeric targets, the answers
  Matrix shares;  ///< L x V′, softmax of the logits: probability of each class at each place

  const Matrix& weights(Index layer, Index head) const {
    const Evaluation& made = *layers[static_cast<std::size_t>(layer)];
    return made.trace.head(head).weights;
  }
};

/// `first` with the trained numbers of a step.
Network network_at(const Network& first, const std::vector<float>& numbers);

/// Evaluates by the reference. Throws SceneError if a number is not finite.
NetworkPicture picture_of(Network network);

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
