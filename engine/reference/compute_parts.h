#pragma once

#include "engine/attention/pair_rows.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/base/matrix.h"

namespace attn {

// Each part that a trace keeps, from those that feed it. The table of parts (parts.h) has these
// functions in their order, which they don't know.

// Projections, of head h: vectors are rows and multiply weights from the left; absent weights are
// the identity, absent biases zero. Vaswani et al. 2017, section 3.2.2. Queries and keys are then
// normalised as the score says, times their gains, and turned where positions turn. Results may
// leave float32's range.

/// query_x (M x Dq) · w_q + b_q: M x width of q.
Matrix project_queries(const Scene& scene, std::size_t h, const Matrix& query_x,
                       Pairs pairs = Pairs::kOwn);
/// x (L x D) · w_k + b_k, of the head whose keys h has: L x width of k.
Matrix project_keys(const Scene& scene, std::size_t h, const Matrix& x, Pairs pairs = Pairs::kOwn);
/// The scene's values, else x (L x D), times w_v, plus b_v, of the head whose values h has: L x dv;
/// to the last bit where there is neither.
Matrix project_values(const Scene& scene, std::size_t h, const Matrix& x);

/// What parts are computed from, beside the trace.
struct Computation {
  const Scene& scene;
  BoolMatrix visible;  ///< visible_keys(scene)
};

// Each puts its part into `trace`. False where a number leaves float32's range.

/// With `position`, as their sum is rounded once. Both throw SceneError at `/position`.
bool compute_x(const Computation& from, std::size_t h, Trace& trace);
bool compute_query_x(const Computation& from, std::size_t h, Trace& trace);
bool compute_q(const Computation& from, std::size_t h, Trace& trace);
bool compute_k(const Computation& from, std::size_t h, Trace& trace);
bool compute_v(const Computation& from, std::size_t h, Trace& trace);
/// Of heads whose scores will differ from them.
bool compute_raw(const Computation& from, std::size_t h, Trace& trace);
/// The trace keeps `raw` only where it differs.
bool compute_scores(const Computation& from, std::size_t h, Trace& trace);
bool compute_subtract_q(const Computation& from, std::size_t h, Trace& trace);
bool compute_subtract_k(const Computation& from, std::size_t h, Trace& trace);
bool compute_subtract_raw(const Computation& from, std::size_t h, Trace& trace);
bool compute_subtract_scores(const Computation& from, std::size_t h, Trace& trace);
bool compute_subtract_weights(const Computation& from, std::size_t h, Trace& trace);
bool compute_weights(const Computation& from, std::size_t h, Trace& trace);
bool compute_gates(const Computation& from, std::size_t h, Trace& trace);
bool compute_head_output(const Computation& from, std::size_t h, Trace& trace);
bool compute_output(const Computation& from, std::size_t h, Trace& trace);

}  // namespace attn
