#pragma once

#include <string>
#include <vector>

#include "engine/attention/evaluation.h"
#include "engine/base/matrix.h"

namespace attn {

/// Contribution of each key to one dimension of a query's output in a head: o = Σ α v, times gate
/// and gain if the head has them.
struct Contributions {
  struct Brought {
    std::vector<Index> keys;  ///< one key, or all remaining keys
    double value = 0;         ///< α · v, gated
    std::string text{};       ///< "+0.350984": rounded so that the texts add up to the sum
  };
  Index column = 0;
  std::vector<Brought> parts{};  ///< by size, the largest first; the remaining keys last
  double output = 0;             ///< output in the trace
  std::string sum{};

  /// Begin and end of a part's block; the end lies after the begin if the part is positive.
  struct Stretch {
    double from = 0, to = 0;
  };
  /// Blocks of the parts: positive ones end to end from 0, then negative ones back from there to
  /// the output. Positive blocks never overlap.
  std::vector<Stretch> blocks() const;
};

/// Number of keys that are listed one by one, if they fit.
inline constexpr std::size_t kMostToldKeys = 5;

/// Contribution of the cell's key to a dimension at a weight of 1: its value times gate and gain.
double contribution_at_full_weight(const Evaluation& evaluation, std::size_t h, Cell cell,
                                   Index dimension);
/// Contribution of the cell's key to a dimension at its weight.
double contribution_of_key(const Evaluation& evaluation, std::size_t h, Cell cell, Index dimension);

/// Contributions in the row of `cell`: the `told` keys that contribute most one by one, always with
/// the cell's own, and all others as one part. `column` is clamped to the head's range. Empty if
/// the scene has no values.
Contributions contributions_of(const Evaluation& evaluation, std::size_t h, Cell cell, Index column,
                               std::size_t told = kMostToldKeys);

}  // namespace attn
