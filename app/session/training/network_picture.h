#pragma once

#include <memory>
#include <vector>

#include "app/session/training/training_history.h"
#include "engine/attention/evaluation.h"
#include "engine/base/matrix.h"
#include "engine/blocks/network.h"

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

}  // namespace attn
