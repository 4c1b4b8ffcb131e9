#pragma once

#include "engine/matrix.h"
#include "engine/scene.h"

namespace attn {

// The second stage, for head h: vectors are rows and multiply weights from the left; absent weights
// are the identity. Vaswani et al. 2017, section 3.2.2. Results may leave float32's range.

/// query_x (M x Dq) · w_q, turned where positions turn: M x width of q.
Matrix project_queries(const Scene& scene, std::size_t h, const Matrix& query_x);
/// x (L x D) · w_k, turned where positions turn: L x width of k.
Matrix project_keys(const Scene& scene, std::size_t h, const Matrix& x);
/// The scene's values, else x (L x D), times w_v: L x dv; to the last bit where there is no w_v.
Matrix project_values(const Scene& scene, std::size_t h, const Matrix& x);

}  // namespace attn
