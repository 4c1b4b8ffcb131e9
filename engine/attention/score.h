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

namespace attn {

/// Score as factor · Σ pairing(left, right) over a row computed from q and one from k, for the fast
/// path.
struct PairSum {
  enum class RowForm {
    kAsTheyAre,
    kAligned,  ///< q · w_a in place of q, if w_a is present
    kUnit,     ///< scaled to length 1; zero rows stay 0
  };

  Pairing pairing = Pairing::kProduct;
  RowForm rows = RowForm::kAsTheyAre;
  /// Factor of the sum; null if the score is not such a sum.
  double (*factor)(const Score& score, const Head& head, Index dk) = nullptr;
};

/// Inputs of the backward pass of a head's scores; `by`: gradient by the scores (M x L; 0 for
/// hidden keys).
struct ScoreGradient {
  const Score& score;
  const Head& head;
  const WideMatrix& q;  ///< M x width of q
  const WideMatrix& k;  ///< L x width of k
  const WideMatrix& by;
  const GradientsBelow& of_score;  ///< collects gradients of the score's numbers
  const GradientsBelow& of_head;   ///< collects gradients of the head's numbers
};

/// Scores in double precision, forward and backward.
struct ScoreBothWays {
  /// As ScoreKind::scores, without rounding.
  WideMatrix (*scores)(const Score& score, const Head& head, const WideMatrix& q,
                       const WideMatrix& k);
  /// Writes the gradients by q and k.
  void (*backward)(const ScoreGradient& of, WideMatrix& by_q, WideMatrix& by_k);
};

/// Multiplications of a score: rows of dk, and single numbers. Multiplications by parameters are
/// added by engine/reference/cost.cpp for any kind with these parameters.
struct ScoreCost {
  int query_rows = 0, key_rows = 0;  ///< once for each query and each key
  int pair_rows = 0, pair = 0;       ///< for each pair
  bool is_product = false;           ///< product of one row from q and one from k
};

/// Score function: match of a key with a query.
struct ScoreKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;                    ///< in the TeX of app/document/formulas/formula.h
  std::span<const Parameter> parameters;       ///< keys of the scene's `score` object
  std::span<const Parameter> head_parameters;  ///< keys used in each head
  /// Scores of q (M x dk) and k (L x dk; for `general` with w_a, widths may differ): M x L. Summed
  /// in double precision, so that equal keys have equal scores at any index. Without norm and cap.
  Matrix (*scores)(const Score& score, const Head& head, const Matrix& q, const Matrix& k);
  ScoreBothWays both_ways;
  ScoreCost cost;
  PairSum pair_sum = {};        ///< equivalent sum, if there is one
  int version = 1;              ///< version of the scene format that introduced it
  std::string_view plain = {};  ///< kind without the factor, if this kind always has that factor
  bool is_positive = false;     ///< scores are never negative
};

/// Returns whether rows of q and k are normalised before scoring.
bool has_norm(const Score& score);
/// Returns whether scores are given for each head instead of computed from q and k.
bool has_given_scores(const Score& score);
/// Last factor of head h's scores before the cap; 1 if there is none.
double score_factor(const Scene& scene, std::size_t h);

/// Score function without its last factor, norm and cap.
Score plain_score(const Score& score);

/// Formulas of a score in TeX, with its nonlinearity: the kind's formula, and with a cap a second
/// one, where the first is named s′.
std::vector<std::string> score_formulas(const Score& score);

/// c · tanh(a / c) for each score, if there is a cap c; a given kMasked stays. Gemma Team 2024,
/// section 2. For a Matrix or a WideMatrix.
template <typename M>
void cap_scores(const Score& score, M& scores);
/// Turns the gradient of capped scores, in place, into that of the `raw` scores before the cap.
void cap_scores_backward(const Score& score, const WideMatrix& raw, WideMatrix& by_scores,
                         const GradientsBelow& of_score);

}  // namespace attn
