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

/// Whether weights jump where scores tie: at T = 0, where those that tie for the largest share it
/// or the sign decides, and where no more than the k largest, and those that tie with the least of
/// them, have weight.
bool jumps_at_ties(const Normalizer& normalizer);

/// Decides which keys tie, for one head: those whose scores, computed in double precision from the
/// scene's own numbers, differ by no more than kTie of the largest sums that they are made of. The
/// one answer for all ways to evaluate a scene, which round differently; those scores are computed
/// only for keys that are closer than roundings to float32 can account for.
class Ties {
 public:
  static constexpr double kTie = 0x1p-40;

  /// `q` and `k` are computed from query_x and x of `inputs`, of which no more is read, by sums in
  /// double precision. `scene` and `inputs` must outlive it.
  Ties(const Scene& scene, std::size_t h, const Trace& inputs, const Matrix& q, const Matrix& k,
       Pairs pairs = Pairs::kOwn);

  /// A query's largest score may be any that was computed, in whatever way, as no less than the
  /// largest that was computed − this − kPartOfLargest · its size.
  float margin() const { return margin_; }
  static constexpr float kPartOfLargest = 0x1p-21F;

  /// Changes the scores of query i, kMasked where a key is not seen, as little as makes those the
  /// same that tie where weights jump, with the sink if there is one, and keeps others apart.
  /// For any thread.
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
  Eigen::VectorXd query_sizes_;  ///< lengths of the largest sums that each query is made of
  double key_size_ = 0;          ///< the same of the largest key
  Index width_ = 0;              ///< of keys
  float margin_ = 0;
  mutable std::once_flag once_;
  mutable std::shared_ptr<const Rows> rows_;  ///< made when first needed
};

/// `scores` (M x L) with all of their lines settled; for a normalizer that jumps_at_ties().
Matrix settled_scores(const Ties& ties, const Normalizer& normalizer, Matrix scores);

}  // namespace attn
