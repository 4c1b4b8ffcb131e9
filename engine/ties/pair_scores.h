#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/base/bounded.h"
#include "engine/base/exact.h"
#include "engine/base/product.h"

namespace attn {

// The scores of single pairs from the scene's own numbers on, nothing of which is rounded on the
// way: by Exact numbers, or by Bounded ones, which are fast and tell how far off they may be.
//
// What a scene gives is exact as float32. What follows from it by a function without a finite form
// counts as the double that it is computed to: sines and cosines of positions, ALiBi's default
// slopes, sigma's terms, the forget gate's logarithms, tanh of `additive` and the powers of `elu`
// (their arguments are exact before they are rounded to doubles), the cap where anything is added
// after it, and square roots within a tanh, a bend or a power (of rows that a norm divided). Other
// roots are exact.

/// A query or a key: numbers / √square.
template <typename Number>
struct PairRow {
  std::vector<Number> numbers;
  Number square = 1;
  bool has_root = false;  ///< false where `square` is 1
};

/// (over_root / √square + plain) / divisor, where `square` and `divisor` are above 0.
template <typename Number>
struct PairScore {
  Number over_root = 0, square = 1;
  Number plain = 0, divisor = 1;
};

/// −1, 0 or 1, as a is below, the same as or above b.
int compare(const PairScore<Exact>& a, const PairScore<Exact>& b);
/// One number that it is.
Bounded value_of(const PairScore<Bounded>& score);

/// Which of a head's pairs: its own, or those of its `subtract`.
enum class Pairs { kOwn, kSubtracted };

/// What rows of q or of k are made of.
struct PairSide {
  const Matrix* embeddings = nullptr;
  const Matrix* matrix = nullptr;  ///< null for the identity
  const RowVector* bias = nullptr;
  const RowVector* gains = nullptr;  ///< of the norm
  const Matrix* aligned = nullptr;   ///< what rows are multiplied with last
};
PairSide query_side(const Scene& scene, std::size_t h, Pairs pairs);
PairSide key_side(const Scene& scene, std::size_t h, Pairs pairs);

/// What comes from positions and gates, for all rows of one head.
class PairInputs {
 public:
  /// `scene` must outlive it. `x`: of the trace.
  PairInputs(const Scene& scene, std::size_t h, Pairs pairs, const Matrix& x);

  /// The first cell that must score the same, as its query and key are equal to this one's.
  Cell first_alike(const Cell& cell) const;

  struct PreparedSide : PairSide {
    WideMatrix shift;          ///< added to the embeddings; empty where nothing is
    WideMatrix turns;          ///< cosines where a pair's first number is, sines at its second
    std::vector<Index> first;  ///< the first row that is equal to each
  };
  const Scene& scene;
  const Head& head;
  const std::size_t h;
  PreparedSide queries, keys;
  Eigen::VectorXd forgotten;  ///< forgotten_sums(); empty without a forget gate

 private:
  void prepare(PreparedSide& side);
};

template <typename Number>
class PairScores {
 public:
  /// `inputs` must outlive it.
  explicit PairScores(const PairInputs& inputs);

  /// a(q, k) of query i and key j, not capped. For any thread.
  PairScore<Number> paired(Index i, Index j) const;
  /// `score`, the paired one, as the normalizer gets it; but for the cap, which changes no order,
  /// where nothing is compared with it that is not capped.
  PairScore<Number> finished(PairScore<Number> score, Index i, Index j) const;

 private:
  using Rows = std::vector<std::unique_ptr<const PairRow<Number>>>;
  const PairRow<Number>& row(const PairInputs::PreparedSide& side, Index i, Rows& made) const;
  void add_shift(PairScore<Number>& score, Index i, Index j) const;

  const PairInputs& inputs_;
  const bool caps_;
  mutable std::mutex mutex_;  ///< of the rows that were made
  mutable Rows queries_, keys_;
};

/// The largest that head h's scores, and each of the sums that they are made of, can be for queries
/// and keys of these lengths. Infinite where the kind is not known here.
double largest_pair_score(const Scene& scene, std::size_t h, double query, double key, Index width);

/// Whether pair scores of the scene are known here.
bool has_pair_scores(const Score& score);
/// Whether they depend on the directions of queries and keys alone.
bool pairs_directions(const Score& score);

}  // namespace attn
