#pragma once

#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/base/matrix.h"

namespace attn {

/// Parameters of a projection of rows; null: the identity, no bias, or no gains.
struct RowProjection {
  const Matrix* matrix = nullptr;
  const RowVector* bias = nullptr;
  const RowVector* gains = nullptr;  ///< of the norm
};

RowProjection query_projection(const Scene& scene, std::size_t h, Pairs pairs = Pairs::kOwn);
/// Projection of the keys, of the head that owns the keys of head h.
RowProjection key_projection(const Scene& scene, std::size_t h, Pairs pairs = Pairs::kOwn);

RowProjection value_projection(const Scene& scene, std::size_t h);
RowProjection gate_projection(const Head& head);

/// x (rows x any) times the matrix, plus the bias.
WideMatrix projected(const WideMatrix& x, const RowProjection& by);
/// Queries or keys: projects x, normalises rows by the score's norm, multiplies by the gains, and
/// rotates by position if the kind does.
WideMatrix pair_rows(const Attention& attention, const WideMatrix& x, const RowProjection& by);

// Projections of head h: vectors are rows, multiplied by weights on the right; absent weights are
// the identity, absent biases zero. Vaswani et al. 2017, section 3.2.2. Queries and keys are then
// normalised by the norm of the score, multiplied by gains, and rotated by position. Results may
// exceed float32's range.

/// query_x (M x Dq) · w_q + b_q: M x width of q.
Matrix project_queries(const Scene& scene, std::size_t h, const Matrix& query_x,
                       Pairs pairs = Pairs::kOwn);
/// x (L x D) · w_k + b_k, of the head that owns h's keys: L x width of k.
Matrix project_keys(const Scene& scene, std::size_t h, const Matrix& x, Pairs pairs = Pairs::kOwn);
/// The scene's values, else x (L x D), times w_v, plus b_v, of the head that owns h's values: L x
/// dv; bitwise equal to the input if w_v and b_v are absent.
Matrix project_values(const Scene& scene, std::size_t h, const Matrix& x);

}  // namespace attn
