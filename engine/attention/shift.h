#pragma once

#include "engine/attention/gradients.h"
#include "engine/attention/scene.h"
#include "engine/base/matrix.h"
#include "engine/base/product.h"

namespace attn {

/// Whether anything is added to the scores a(q, k) of every head before masks apply.
bool shifts_scores(const Attention& attention);

/// Adds to head h's `scores`, M x L, the bias, the position's term (ALiBi and tables by distance)
/// and the windows' sigma terms. Summed in double precision, rounded once.
void shift_scores(const Attention& attention, std::size_t h, Matrix& scores);
void shift_scores(const Attention& attention, std::size_t h, WideMatrix& scores);
/// What its numbers get where the loss grows with head h's scores by `by_scores`, M x L.
void shift_backward(const Attention& attention, std::size_t h, const WideMatrix& by_scores,
                    const GradientsBelow& into);

/// ln σ(w_f · x_l + b_f) for each l, of a head with a forget gate.
Eigen::VectorXd forget_gates(const Head& head, const Matrix& x);
/// Sums over l = 1 … i of them, for each i.
Eigen::VectorXd forgotten_sums(const Head& head, const Matrix& x);

/// Whether the head itself changes its scores besides: by a forget gate or by decay.
bool fades_scores(const Head& head);

/// Adds to the head's `scores`, L x L, for j <= i the sum of ln σ(w_f · x_l + b_f) over l = j + 1 …
/// i (forgetting attention; Lin et al. 2025, eq. 5), then multiplies them by γ^|i − j| (retention;
/// Sun et al. 2023, eq. 5).
void fade_scores(const Head& head, const Matrix& x, Matrix& scores);
void fade_scores(const Head& head, const WideMatrix& x, WideMatrix& scores);
/// Turns how the loss grows with faded scores, in place, into how it grows with those `before`, and
/// adds to how it grows with x.
void fade_backward(const Head& head, const WideMatrix& x, const WideMatrix& before,
                   WideMatrix& by_scores, WideMatrix& by_x, const GradientsBelow& of_head);

}  // namespace attn
