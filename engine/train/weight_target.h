#pragma once

#include "engine/base/matrix.h"

namespace attn {

/// Target of a head's weights in addition to the task's loss, equal for each sequence. Adds factor
/// · KL(target ‖ weights) to the loss, the mean over rows with a target, counted for each sequence
/// as often as it has targets, so that a batch's mean equals that of one sequence.
struct WeightTarget {
  Index layer = 0, head = 0;
  float factor = 1;  ///< λ >= 0
  Matrix rows{};     ///< L x L; each row sums to 1, or is 0: no target

  bool has(Index row) const { return rows.row(row).sum() > 0; }
  Index count() const;  ///< Number of rows with a target.
  /// Returns whether a network of these sizes has the head.
  bool is_of(Index tokens, Index layers, Index heads) const {
    return rows.rows() == tokens && rows.cols() == tokens && layer < layers && head < heads;
  }
};

/// KL(target ‖ weights) in nats, the mean over rows that have a target and are in `weights`;
/// infinite if a weight is 0 where the target is not; 0 if there is no such row.
double distance(const WeightTarget& target, const Matrix& weights);

}  // namespace attn
