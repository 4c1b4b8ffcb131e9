#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/attention/kinds.h"
#include "engine/attention/scene.h"
#include "engine/base/matrix.h"

namespace attn {

/// Line of scores normalised together, with the gradient of the loss. A sink is the last entry.
struct WeighedLine {
  const Normalizer& normalizer;
  Index all;                   ///< number of keys, visible or not
  std::vector<double> scores;  ///< scores of the visible keys, before T
  std::vector<double> weights;
  std::vector<double> by;              ///< gradient by the weights; then by the scores
  std::vector<double> by_scaled = {};  ///< gradient by scores / T directly from a loss; empty: none
  double by_temperature = 0, by_offset = 0;
};

/// Mapping of the scores of one query to weights. Each kind has either `weigh` with
/// `jacobian_term`, or `weigh_each` with `each_backward`.
struct NormalizerKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;  ///< in the TeX of app/document/formulas/formula.h
  std::span<const Parameter> parameters;
  /// For weights that sum to 1 and are invariant under adding a constant to all scores: maps (score
  /// − largest score) / T of the visible keys (at least one, each <= 0 or −∞) to weights, in place.
  /// T = 0 and T = ∞ are handled equally for all such kinds.
  void (*weigh)(const Normalizer& normalizer, std::span<double> scores) = nullptr;
  /// For all other kinds: maps the scores, before T, of the visible keys among `all` to weights, in
  /// place.
  void (*weigh_each)(const Normalizer& normalizer, Index all, std::span<double> scores) = nullptr;
  int products = 0;             ///< multiplications of each pair, without T and `length`
  int version = 1;              ///< version of the scene format that introduced it
  bool is_exponential = false;  ///< e^z over its sum, supported by vectors and shaders
  bool takes_zero = true;       ///< allows temperature 0, where the weights have a limit
  bool weighs_each_by_itself = false;
  bool counts_seen = false;     ///< divides by the number of visible keys
  bool keeps_signs = false;     ///< negative scores give negative weights
  bool may_exceed_one = false;  ///< also without negative weights
  bool takes_decay = false;     ///< uses the decay of each head
  bool is_identity = false;     ///< weights are the scores
  bool divides_by_sum = false;  ///< s / Σ s, which running sums can give (linear attention)
  /// Backward of `weigh`: r(w) in the Jacobian ∂w_n / ∂(s_m / T) = r_n (δ_nm − r_m / Σ r). 0 for a
  /// weight of 0.
  double (*jacobian_term)(const Normalizer& normalizer, double weight) = nullptr;
  /// Backward of `weigh_each`. Gradients by scores and T are 0 at T = 0 and T = ∞.
  void (*each_backward)(WeighedLine& line) = nullptr;
  /// Regulariser Ω of weights w that maximise s / T · w − Ω(w), for the Fenchel–Young loss, which
  /// is finite for targets with zeros (Blondel et al. 2020, table 1). Null if not provided.
  double (*omega)(std::span<const double> weights) = nullptr;

  bool sums_to_one() const { return weigh; }
};

/// Weights, M x L, of `scores` (M x L, kMasked for hidden keys) at the normalizer's temperature.
/// Hidden keys have weight exactly 0, as do rows without a visible key. T = 0: keys tied for the
/// maximum share equally (ties.h makes `scores` tie exactly); T = ∞: all visible keys do. A `sink`
/// is an additional score in each row, whose weight is omitted. Double precision within a row, or
/// for the whole matrix if columns are normalised. Weights that need not sum to 1 may exceed
/// float32's range.
Matrix normalize(const Normalizer& normalizer, const Matrix& scores,
                 std::optional<float> sink = std::nullopt);

/// Share of the sink in each row of `scores`, M numbers: completes the weights' sum to 1. 0 without
/// a visible key.
Eigen::VectorXd sink_shares(const Normalizer& normalizer, const Matrix& scores, float sink);

/// Score factor length · ln n for n visible keys; 1 without `length`.
double factor_of_length(const Normalizer& normalizer, std::size_t n);

/// Maps the scores of the visible keys among `all`, at least one, to weights, in place; returns the
/// sink's weight.
double weigh_seen(const Normalizer& normalizer, Index all, std::optional<float> sink,
                  std::vector<double>& scores);

/// Normalises a row in place, for a normalizer over keys; returns false and sets zeros if no key is
/// visible. `seen`: scratch space.
bool normalize_row(const Normalizer& normalizer, std::span<float> row, std::vector<double>& seen,
                   std::optional<float> sink = std::nullopt);

/// Normalises each key's column of `scores` (M x L, kMasked for hidden keys) over the queries that
/// see it, whatever the normalizer's axis, before rows are divided by their sums: M x L. In double
/// precision, as a row may consist of numbers below float32's range.
WideMatrix normalize_columns(const Normalizer& normalizer, const Matrix& scores);

/// Divides each row by its sum; rows with sum 0 stay.
void divide_rows_by_sums(WideMatrix& weights);

}  // namespace attn
