#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/attention/kinds.h"
#include "engine/attention/scene.h"
#include "engine/base/matrix.h"

namespace attn {

/// What was normalised together, and how a loss grows with it. A sink is the last.
struct WeighedLine {
  const Normalizer& normalizer;
  Index all;                   ///< keys, seen or not
  std::vector<double> scores;  ///< of the keys that are seen, before T
  std::vector<double> weights;
  std::vector<double> by;              ///< by the weights; then, in their place, by the scores
  std::vector<double> by_scaled = {};  ///< by scores / T, of a loss's own; empty where it has none
  double by_temperature = 0, by_offset = 0;
};

/// How the scores of one query become weights. Of the two functions a kind has one, and one of the
/// two that lead back.
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
  int products = 0;             ///< multiplications of each pair, without T and `length`
  int version = 1;              ///< of the scene format that it came with
  bool is_exponential = false;  ///< e^z over its sum, for which there are vectors and shaders
  bool takes_zero = true;       ///< a temperature of 0, at which the weights have a limit
  bool weighs_each_by_itself = false;
  bool counts_seen = false;     ///< divides by how many are seen
  bool keeps_signs = false;     ///< scores below 0 make weights below 0
  bool may_exceed_one = false;  ///< also where none is below 0
  bool takes_decay = false;     ///< of each head
  bool is_identity = false;     ///< weights are the scores
  bool divides_by_sum = false;  ///< s / Σ s, which running sums can give (linear attention)
  /// Beside `weigh`: r, how much a weight gives way where another score / T grows: that by score m
  /// of weight n is r_n (δ_nm − r_m / Σ r). 0 where the weight is 0.
  double (*give)(const Normalizer& normalizer, double weight) = nullptr;
  /// Beside `weigh_each`. Nothing grows with scores or T at T = 0 and T = ∞.
  void (*each_backward)(WeighedLine& line) = nullptr;
  /// Ω of weights, which are those that make s / T · w − Ω(w) largest: its Fenchel–Young loss has a
  /// target of zeros too (Blondel et al. 2020, table 1). Null where the kind has none here.
  double (*omega)(std::span<const double> weights) = nullptr;

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

/// length · ln n of n keys that are seen: what scores are multiplied with; 1 where there is none.
double factor_of_length(const Normalizer& normalizer, std::size_t n);

/// Scores of the keys that are seen out of `all`, at least one, to their weights, in place; gives
/// the sink's.
double weigh_seen(const Normalizer& normalizer, Index all, std::optional<float> sink,
                  std::vector<double>& scores);

/// One row of it, of a normalizer over keys, in place; false, and all zeros, where no key is seen.
/// `seen` is room to work in.
bool normalize_row(const Normalizer& normalizer, std::span<float> row, std::vector<double>& seen,
                   std::optional<float> sink = std::nullopt);

}  // namespace attn
