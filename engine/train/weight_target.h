#pragma once

#include "engine/base/matrix.h"

namespace attn {

/// Weights that a head is to have beside what its task wants, the same ones for each sequence. To
/// the loss it adds factor · KL(target ‖ weights), the mean of the rows that have a target: of each
/// sequence as often as that wants something, so that a batch's mean is as of one sequence.
struct WeightTarget {
  Index layer = 0, head = 0;
  float factor = 1;  ///< λ >= 0
  Matrix rows{};     ///< L x L; each sums to 1, or is 0: then it is free

  bool has(Index row) const { return rows.row(row).sum() > 0; }
  Index count() const;  ///< of rows that have a target
  /// Whether it is of a head that such a network has.
  bool is_of(Index tokens, Index layers, Index heads) const {
    return rows.rows() == tokens && rows.cols() == tokens && layer < layers && head < heads;
  }
};

/// KL(target ‖ weights) in nats, the mean of the rows that have a target and that `weights` has;
/// infinite where a weight is 0 that should not be; 0 where there is no such row.
double distance(const WeightTarget& target, const Matrix& weights);

}  // namespace attn
