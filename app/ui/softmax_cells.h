#pragma once

#include <optional>
#include <vector>

#include "app/gl/heatmap.h"
#include "engine/evaluation.h"
#include "engine/row_sums.h"

namespace attn::ui {

/// Large weights drawn from their scores, so that while the temperature is dragged no matrix is
/// read or uploaded.
class SoftmaxCells {
 public:
  /// Whether there are many weights, that are a softmax of the scores at `temperature`.
  static bool can_draw(const Evaluation& evaluation, float temperature);

  /// Uploads what draws the weights of that head as `heatmap`, of which the scores only where they
  /// are others than at the last call. `temperature` may be another than the evaluation's: then
  /// only the rows' sums are computed for it. False, and nothing is done, where it can't draw them.
  bool upload(gl::Heatmap& heatmap, const Evaluation& evaluation, Index head, float temperature);

  /// The heatmap got something else.
  void forget() { uploaded_.reset(); }

 private:
  void take_levels(const HeadTrace& trace);
  void compute_levels(const HeadTrace& trace, float temperature);

  struct Uploaded {
    Scene scene;
    Index head;
  };
  std::optional<Uploaded> uploaded_;
  std::vector<Index> strongest_;  ///< of each row, the key with the largest score
  RowSums sums_;                  ///< where there are no weights yet
  std::vector<gl::Heatmap::SoftmaxRow> rows_;
};

}  // namespace attn::ui
