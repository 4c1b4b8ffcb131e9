#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/gradients.h"
#include "engine/attention/kinds.h"
#include "engine/attention/scene.h"
#include "engine/base/matrix.h"
#include "engine/base/pairing.h"
#include "engine/base/product.h"

namespace attn {

/// A score as factor · Σ pairing(left, right) over a row made of q and one made of k: what the fast
/// path computes.
struct PairSum {
  enum class RowForm {
    kAsTheyAre,
    kAligned,  ///< q · w_a in place of q, where there is w_a
    kUnit,     ///< of length 1, or 0
  };

  Pairing pairing = Pairing::kProduct;
  RowForm rows = RowForm::kAsTheyAre;
  /// Null where the score is no such sum.
  double (*factor)(const Score& score, const Head& head, Index dk) = nullptr;
};

/// Of one head's scores, where the loss grows with each by `by` (M x L; 0 where a key is not seen).
struct ScoreGradient {
  const Score& score;
  const Head& head;
  const WideMatrix& q;  ///< M x width of q
  const WideMatrix& k;  ///< L x width of k
  const WideMatrix& by;
  const GradientsBelow& of_score;  ///< takes what the score's own numbers get
  const GradientsBelow& of_head;   ///< and the head's
};

/// The way of scores forward and back in double precision.
struct ScoreBothWays {
  /// As ScoreKind::scores, not rounded.
  WideMatrix (*scores)(const Score& score, const Head& head, const WideMatrix& q,
                       const WideMatrix& k);
  /// How the loss grows with q and k, of which the scores are made.
  void (*backward)(const ScoreGradient& of, WideMatrix& by_q, WideMatrix& by_k);
};

/// Multiplications of a score: rows of dk, and single numbers. Parameters add their own, which
/// engine/reference/cost.cpp counts for any kind that takes them.
struct ScoreCost {
  int query_rows = 0, key_rows = 0;  ///< once for each query and each key
  int pair_rows = 0, pair = 0;       ///< for each pair
  bool is_product = false;           ///< of a row made of q alone and one made of k alone
};

/// How well a key answers a query.
struct ScoreKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;                    ///< in the TeX of app/document/formulas/formula.h
  std::span<const Parameter> parameters;       ///< keys of the scene's `score`
  std::span<const Parameter> head_parameters;  ///< keys of each head that this kind uses
  /// The scores of q (M x dk) and k (L x dk; for `general` with w_a each its own width): M x L.
  /// Summed in double precision, so that equal keys score equally wherever they stand. Without the
  /// norm and the cap.
  Matrix (*scores)(const Score& score, const Head& head, const Matrix& q, const Matrix& k);
  ScoreBothWays both_ways;
  ScoreCost cost;
  PairSum pair_sum = {};  ///< the same, where the score is such a sum
  int version = 1;        ///< of the scene format that it came with
  std::string_view plain =
      {};                    ///< the kind that it is but for its factor, where it has that always
  bool is_positive = false;  ///< no score is below 0
};

/// Whether rows of q and k are brought to one size before they are paired.
bool has_norm(const Score& score);
/// Whether each head has its scores given, which are made of no q and k.
bool has_given_scores(const Score& score);
/// What head h's scores are multiplied with, last before the cap: 1 where there is no such thing.
double score_factor(const Scene& scene, std::size_t h);

/// The same score function without that factor, norm and cap.
Score plain_score(const Score& score);

/// How a score is made, in TeX, with its bend: the kind's formula, and where there is a cap a
/// second one, of what the first then gives as s′.
std::vector<std::string> score_formulas(const Score& score);

/// c · tanh(a / c) of each score where there is a cap c; kMasked stays. Gemma Team 2024, section 2.
void cap_scores(const Score& score, Matrix& scores);
void cap_scores(const Score& score, WideMatrix& scores);
/// Turns how a loss grows with capped scores, in place, into how it grows with `raw`, those before.
void cap_scores_backward(const Score& score, const WideMatrix& raw, WideMatrix& by_scores,
                         const GradientsBelow& of_score);

}  // namespace attn
