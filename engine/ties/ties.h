#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/base/matrix.h"
#include "engine/ties/pair_scores.h"

namespace attn {

/// Whether weights jump where scores tie: at T = 0, where those that tie for the largest share it
/// or the sign decides, and where no more than the k largest, and what ties with them, have weight.
bool jumps_at_ties(const Normalizer& normalizer);

/// Which keys tie, for one head. Scores as they are computed differ by roundings where they would
/// tie, and are the same where they wouldn't; here they tie as the scene's own numbers have it, by
/// pair_scores.h, which is asked for those alone that are closer than roundings can account for.
/// The one answer for all ways to evaluate a scene.
class Ties {
 public:
  /// `q` and `k` are as they were computed from query_x and x of `inputs`, of which no more is
  /// read, by sums in double precision. `scene` and `inputs` must outlive it.
  Ties(const Scene& scene, std::size_t h, const Trace& inputs, const Matrix& q, const Matrix& k,
       Pairs pairs = Pairs::kOwn);

  /// What may truly be query i's largest score was computed, in whatever way, as no less than the
  /// largest that was computed − this − kPartOfLargest · its size.
  float margin(Index i) const { return margins_[static_cast<std::size_t>(i)]; }
  static constexpr float kPartOfLargest = 0x1p-21F;

  /// Changes the scores of query i, kMasked where a key is not seen, as little as makes those the
  /// same that tie where weights jump, with the sink if there is one, and keeps others apart.
  /// For any thread.
  void settle_row(Index i, std::span<float> scores) const;
  /// The same for key j's scores, where weights are normalised over queries.
  void settle_column(Index j, std::span<float> scores) const;

 private:
  struct Line;
  struct Sizes;
  struct Pairing;
  void settle(const Line& line, std::span<float> scores) const;
  void settle_largest(const Line& line, std::span<float> scores) const;
  void settle_order(const Line& line, std::span<float> scores) const;
  void settle_last_kept(const Line& line, std::span<float> scores) const;
  void settle_signs(const Line& line, std::span<float> scores) const;
  std::vector<int> beside_last_kept(const Line& line, const std::vector<Index>& close, Index wanted,
                                    bool with_sink) const;
  int sign_of(const Cell& cell) const;
  std::vector<bool> winners(const Line& line, const std::vector<Index>& close,
                            bool with_sink) const;
  std::vector<bool> winners_of(const std::vector<Cell>& cells, std::optional<float> sink) const;
  Sizes sizes_of(const PairSide& side, const Matrix& x, const Matrix& rows) const;
  Eigen::VectorXd lengths_before_norm(const PairSide& side, const Matrix& x) const;
  const Pairing& pairing() const;

  const Scene& scene_;
  const std::size_t h_;
  const Pairs pairs_;
  const Matrix& x_;
  std::vector<float> margins_;  ///< of each query's scores
  mutable std::once_flag once_;
  mutable std::shared_ptr<const Pairing> pairing_;  ///< made when first needed
};

/// `scores` (M x L) with all of their lines settled; for a normalizer that jumps_at_ties().
Matrix settled_scores(const Ties& ties, const Normalizer& normalizer, Matrix scores);

}  // namespace attn
