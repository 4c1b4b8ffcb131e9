#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "engine/attention/pair_rows.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/base/matrix.h"

namespace attn {

/// Returns whether weights are discontinuous where scores tie: at T = 0, where tied largest scores
/// share the weight or the sign decides; and for normalizers that only keep the k largest scores,
/// and those tied with the k-th.
bool jumps_at_ties(const Normalizer& normalizer);

/// Decides which keys of a head tie: scores, computed in double precision from the scene's numbers,
/// that differ by at most kTie of their largest partial sums. All backends use this decision, as
/// their rounding differs. These scores are only computed for keys whose float32 scores are too
/// close to compare.
class Ties {
 public:
  static constexpr double kTie = 0x1p-40;

  /// `q` and `k` must be computed, by sums in double precision, from query_x and x of `inputs`;
  /// nothing else of `inputs` is read. `scene` and `inputs` must outlive it.
  Ties(const Scene& scene, std::size_t h, const Trace& inputs, const Matrix& q, const Matrix& k,
       Pairs pairs = Pairs::kOwn);

  /// Error bound: any score computed as at least the largest one − margin() − kPartOfLargest ·
  /// |largest| may be a query's true largest score.
  float margin() const { return margin_; }
  static constexpr float kPartOfLargest = 0x1p-21F;

  /// Adjusts the scores of query i (kMasked for hidden keys) by the least amounts that make tied
  /// scores exactly equal where weights are discontinuous, including the sink, and keep other
  /// scores distinct. Thread-safe.
  void settle_row(Index i, std::span<float> scores) const;
  /// Settles key j's scores, for weights normalised over queries.
  void settle_column(Index j, std::span<float> scores) const;

 private:
  struct Line;
  struct Rows;
  void settle(const Line& line, std::span<float> scores) const;
  void settle_order(const Line& line, double direction, std::span<float> scores) const;
  void settle_signs(const Line& line, std::span<float> scores) const;
  std::vector<double> wide_scores(const Line& line, const std::vector<Index>& close) const;
  double tie_of(const Line& line) const;
  double added_to(Index i, Index j) const;
  const Rows& rows() const;

  const Scene& scene_;
  const std::size_t h_;
  const Pairs pairs_;
  const Matrix& x_;
  Eigen::VectorXd query_sizes_;  ///< lengths of the largest partial sums of each query
  double key_size_ = 0;          ///< length of the largest partial sum of any key
  Index width_ = 0;              ///< of keys
  float margin_ = 0;
  mutable std::once_flag once_;
  mutable std::shared_ptr<const Rows> rows_;  ///< computed on first use
};

/// `scores` (M x L) with all of their lines settled; for a normalizer that jumps_at_ties().
Matrix settled_scores(const Ties& ties, const Normalizer& normalizer, Matrix scores);

}  // namespace attn
