#pragma once

#include "engine/attention/pair_rows.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/base/matrix.h"

namespace attn {

// Computes each part stored in a trace from its inputs. The table of parts (parts.h) lists these
// functions in order.

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

/// Inputs of parts in addition to the trace.
struct Computation {
  const Scene& scene;
  BoolMatrix visible;  ///< visible_keys(scene)
};

// Each writes its part to `trace`. Returns false if a number exceeds float32's range.

/// Computed with `position`, as their sum is rounded once. Both throw SceneError at `/position`.
bool compute_x(const Computation& from, std::size_t h, Trace& trace);
bool compute_query_x(const Computation& from, std::size_t h, Trace& trace);
bool compute_q(const Computation& from, std::size_t h, Trace& trace);
bool compute_k(const Computation& from, std::size_t h, Trace& trace);
bool compute_v(const Computation& from, std::size_t h, Trace& trace);
/// Raw scores; only stored for heads whose final scores differ.
bool compute_raw(const Computation& from, std::size_t h, Trace& trace);
/// Final scores: raw scores with cap, bias, decay and mask.
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
