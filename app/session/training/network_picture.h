#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/session/training/training_history.h"
#include "engine/attention/evaluation.h"
#include "engine/base/matrix.h"
#include "engine/blocks/network.h"

namespace attn {

/// What a network makes of a sequence.
struct NetworkPicture {
  Network network;  ///< whose tokens are the sequence
  /// Of each layer: its scene, whose inputs are what the layer reads, and its trace.
  std::vector<std::shared_ptr<const Evaluation>> layers;
  Matrix logits;  ///< L x V′: of numbers that are wanted, what is said
  Matrix shares;  ///< L x V′, softmax of the logits: how likely each class is at each place

  const Matrix& weights(Index layer, Index head) const {
    const Evaluation& made = *layers[static_cast<std::size_t>(layer)];
    return made.trace.heads[static_cast<std::size_t>(head)].weights;
  }
};

/// `first` with the numbers that were learned by then.
Network network_at(const Network& first, const std::vector<float>& numbers);

/// By the reference. Throws SceneError where a number is not finite.
NetworkPicture picture_of(Network network);

}  // namespace attn
