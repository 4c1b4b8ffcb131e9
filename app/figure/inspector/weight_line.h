#pragma once

#include <optional>
#include <vector>

#include "app/figure/inspector/explain_parts.h"
#include "engine/base/matrix.h"

namespace attn {

/// Line that a weight is normalised over: visible scores of its query's row, or of its key's
/// column, and their weights.
struct WeightLine {
  bool is_column = false;
  std::vector<Index> places{};    ///< indices of keys, or of queries, in order
  std::vector<double> scores{};   ///< with the length factor, before T
  std::vector<double> weights{};  ///< before subtraction and division by the row's sum
  std::size_t own = 0;            ///< index of the cell, which must be visible
  std::optional<double> sink{};
  double sink_weight = 0;
  Index all = 0;  ///< including hidden ones

  Index seen() const { return std::ssize(places); }
  double own_score() const { return scores[own]; }
  double own_weight() const { return weights[own]; }
  /// Largest score, the sink included.
  double largest() const;
  /// Number of entries with weight, the sink included.
  Index sharing() const;
};

/// Line of the explained cell, which must be visible.
WeightLine weight_line(const ExplainedCell& of);

/// σ · ln n for the n visible scores of its line; empty without `length`.
std::optional<double> length_factor(const ExplainedCell& of, Index seen);

/// Weights of the row that are then divided by their sum, if columns are normalised first.
WideRow column_shares(const ExplainedCell& of);

}  // namespace attn
