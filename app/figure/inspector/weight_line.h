#pragma once

#include <optional>
#include <vector>

#include "app/figure/inspector/explained_cell.h"
#include "engine/base/product.h"

namespace attn {

/// What a weight is normalised over: the scores of its query's row, or of its key's column, that
/// are seen, and the weights that they get.
struct WeightLine {
  bool is_column = false;
  std::vector<Index> places{};    ///< of keys, or of queries, in their order
  std::vector<double> scores{};   ///< with the factor of length, before T
  std::vector<double> weights{};  ///< before anything is taken off or divided by the row's sum
  std::size_t own = 0;            ///< which is the cell's, which must be seen
  std::optional<double> sink{};
  double sink_weight = 0;
  Index all = 0;  ///< with those that are not seen

  Index seen() const { return std::ssize(places); }
  double own_score() const { return scores[own]; }
  double own_weight() const { return weights[own]; }
  /// The largest score; the sink's too.
  double largest() const;
  /// How many have weight; the sink too.
  Index sharing() const;
};

/// The line of the cell that is told, which must be seen.
WeightLine weight_line(const ExplainedCell& of);

/// σ · ln n of the n scores that are seen in its line; nothing without `length`.
std::optional<double> length_factor(const ExplainedCell& of, Index seen);

/// The row's weights that are then divided by their sum, where columns are normalised first.
WideRow column_shares(const ExplainedCell& of);

}  // namespace attn
