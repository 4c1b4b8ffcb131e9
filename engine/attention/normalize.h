#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/attention/kinds.h"
#include "engine/attention/scene.h"
#include "engine/base/matrix.h"

namespace attn {

/// How the scores of one query become weights. Of the two functions a kind has one.
struct NormalizerKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;  ///< in the TeX of app/document/formulas/formula.h
  std::span<const Parameter> parameters;
  /// For weights that sum to 1 and stay as they are where all scores grow by as much: turns
  /// (score − largest score) / T of the keys that are seen, at least one, each <= 0 or −∞, into
  /// them, in place. T = 0 and T = ∞ are the same for all such kinds.
  void (*weigh)(const Normalizer& normalizer, std::span<double> scores);
  /// For all others: turns the scores, before T, of the keys that are seen out of `all` into their
  /// weights, in place.
  void (*weigh_each)(const Normalizer& normalizer, Index all, std::span<double> scores) = nullptr;
  int version = 1;              ///< of the scene format that it came with
  bool is_exponential = false;  ///< e^z over its sum, for which there are vectors and shaders
  bool takes_zero = true;       ///< a temperature of 0, at which the weights have a limit
  bool weighs_each_by_itself = false;
  bool keeps_signs = false;     ///< scores below 0 make weights below 0
  bool may_exceed_one = false;  ///< also where none is below 0
  bool takes_decay = false;     ///< of each head

  bool sums_to_one() const { return weigh; }
};

/// The weights, M x L, of `scores` (M x L, kMasked where a key is not seen) at the normalizer's
/// temperature. Masked keys weigh exactly 0, and so does a row without a seen key. T = 0: keys that
/// tie for the maximum, as `scores` are (ties.h makes them tie as they should), share equally; T =
/// ∞: all seen keys do. A `sink` is one more score in each row, whose weight is not among them.
/// Double precision within a row, or in all of the matrix where weights are normalised over
/// queries. Weights may leave float32's range where they need not sum to 1.
Matrix normalize(const Normalizer& normalizer, const Matrix& scores,
                 std::optional<float> sink = std::nullopt);

/// What the sink takes of each row of `scores`, M numbers: with the weights they sum to 1. 0 where
/// no key is seen.
Eigen::VectorXd sink_shares(const Normalizer& normalizer, const Matrix& scores, float sink);

/// One row of it, of a normalizer over keys, in place; false, and all zeros, where no key is seen.
/// `seen` is room to work in.
bool normalize_row(const Normalizer& normalizer, std::span<float> row, std::vector<double>& seen,
                   std::optional<float> sink = std::nullopt);

}  // namespace attn
