#pragma once

#include <optional>
#include <vector>

#include "app/gl/heatmap.h"
#include "engine/evaluation.h"

namespace attn::ui {

/// Large weights drawn from their scores, so that while the temperature is dragged no matrix is
/// read or uploaded.
class SoftmaxCells {
 public:
  /// Uploads what draws the weights of that head as `heatmap`, of which the scores only where they
  /// are others than at the last call. False, and nothing is done, where the weights are few or no
  /// softmax of the scores.
  bool upload(gl::Heatmap& heatmap, const Evaluation& evaluation, Index head);

  /// The heatmap got something else.
  void forget() { uploaded_.reset(); }

 private:
  struct Uploaded {
    Scene scene;
    Index head;
  };
  std::optional<Uploaded> uploaded_;
  std::vector<Index> strongest_;  ///< of each row, the key with the largest score
};

}  // namespace attn::ui
