#pragma once

#include "engine/attention/scene.h"
#include "engine/base/matrix.h"

namespace attn {

// The second stage, for head h: vectors are rows and multiply weights from the left; absent weights
// are the identity, absent biases zero. Vaswani et al. 2017, section 3.2.2. Queries and keys are
// then normalised as the score says, times their gains, and turned where positions turn. Results
// may leave float32's range.

/// query_x (M x Dq) · w_q + b_q: M x width of q.
Matrix project_queries(const Scene& scene, std::size_t h, const Matrix& query_x);
/// x (L x D) · w_k + b_k, of the head whose keys h has: L x width of k.
Matrix project_keys(const Scene& scene, std::size_t h, const Matrix& x);
/// The scene's values, else x (L x D), times w_v, plus b_v, of the head whose values h has: L x dv;
/// to the last bit where there is neither.
Matrix project_values(const Scene& scene, std::size_t h, const Matrix& x);
/// The queries and keys of h's `subtract`, which must be there.
Matrix project_subtract_queries(const Scene& scene, std::size_t h, const Matrix& query_x);
Matrix project_subtract_keys(const Scene& scene, std::size_t h, const Matrix& x);

}  // namespace attn
