#pragma once

#include <string_view>
#include <vector>

#include "engine/attention/gradients.h"
#include "engine/attention/scene.h"
#include "engine/base/matrix.h"

namespace attn {

/// Term that a head adds to the score of a pair, by its distance only.
struct DistanceTerm {
  std::string_view id, label;  ///< of the position's kind
  std::string_view formula;    ///< with its sign, in TeX: "- slope · |i − j|"
  double value;
};

/// Returns whether any head has terms by distance.
bool has_distance_terms(const Attention& attention);
/// Terms of head h for a key at `steps` = j − i from the query.
std::vector<DistanceTerm> distance_terms(const Attention& attention, std::size_t h, Index steps);
/// Sums of these terms for all steps from 1 − M to L − 1; −0 without terms.
WideRow distance_sums(const Attention& attention, std::size_t h, Index M, Index L);

/// Returns whether terms are added to the scores a(q, k) of some head before masking.
bool shifts_scores(const Attention& attention);

/// Adds to head h's `scores`, M x L: bias, terms by distance, and the windows' sigma terms. Summed
/// in double precision, rounded once to the numbers of a Matrix.
template <typename M>
void shift_scores(const Attention& attention, std::size_t h, M& scores);
/// Adds the gradients of the bias, the distance terms' numbers and the sigmas to `into`;
/// `by_scores`, M x L, is the gradient of head h's scores.
void shift_backward(const Attention& attention, std::size_t h, const WideMatrix& by_scores,
                    const GradientsBelow& into);

/// ln σ(w_f · x_l + b_f) for each l, for a head with a forget gate.
Eigen::VectorXd forget_gates(const Head& head, const Matrix& x);
/// Prefix sums over l = 1 … i, for each i.
Eigen::VectorXd forgotten_sums(const Head& head, const Matrix& x);

/// Returns whether the head itself modifies its scores: by a forget gate or by decay.
bool fades_scores(const Head& head);

/// Adds to the head's `scores`, L x L, for j <= i the sum of ln σ(w_f · x_l + b_f) over l = j + 1 …
/// i (forgetting attention; Lin et al. 2025, eq. 5), then multiplies them by γ^|i − j| (retention;
/// Sun et al. 2023, eq. 5).
template <typename M>
void fade_scores(const Head& head, const M& x, M& scores);
/// Turns the gradient of the faded scores, in place, into that of the scores `before`, and adds to
/// the gradient of x.
void fade_backward(const Head& head, const WideMatrix& x, const WideMatrix& before,
                   WideMatrix& by_scores, WideMatrix& by_x, const GradientsBelow& of_head);

}  // namespace attn
