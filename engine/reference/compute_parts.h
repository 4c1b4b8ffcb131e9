#pragma once

// Part of parts.cpp, included after parts.h: computes each part stored in a trace from its inputs.
// The rows of the table list these functions in order. Each writes its part to `trace`, and returns
// false if a number exceeds float32's range.

#include <utility>

#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/pair_rows.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shift.h"
#include "engine/attention/ties.h"

namespace attn {
namespace {

/// Stores a part; returns whether its numbers are in range.
bool put(Matrix made, Matrix& place) {
  place = std::move(made);
  return place.allFinite();
}

/// Inputs of the queries.
const Matrix& query_inputs(const Scene& scene, const Trace& trace) {
  return scene.queries ? trace.query_x : trace.x;
}

/// Computes x and `position` together, as their sum is rounded once.
bool compute_x(const Computation& from, std::size_t, Trace& trace) {
  place_tokens(from.scene, trace);
  return true;
}

bool compute_query_x(const Computation& from, std::size_t, Trace& trace) {
  place_queries(from.scene, trace);
  return true;
}

template <Pairs which>
bool compute_q(const Computation& from, std::size_t h, Trace& trace) {
  return put(project_queries(from.scene, h, query_inputs(from.scene, trace), which),
             trace.heads[h].of(which).q);
}

template <Pairs which>
bool compute_k(const Computation& from, std::size_t h, Trace& trace) {
  return put(project_keys(from.scene, h, trace.x, which), trace.heads[h].of(which).k);
}

bool compute_v(const Computation& from, std::size_t h, Trace& trace) {
  return put(project_values(from.scene, h, trace.x), trace.heads[h].v);
}

Matrix raw_scores(const Attention& attention, std::size_t h, const PairTrace& pairs) {
  const Score& score = attention.score;
  Matrix scores = score.kind->scores(score, attention.heads[h], pairs.q, pairs.k);
  cap_scores(score, scores);
  return scores;
}

/// Raw scores; only stored for heads whose final scores differ.
template <Pairs which>
bool compute_raw(const Computation& from, std::size_t h, Trace& trace) {
  PairTrace& pairs = trace.heads[h].of(which);
  pairs.raw = raw_scores(from.scene, h, pairs);
  return true;  // hidden scores may exceed float32's range
}

/// Final scores, with cap, bias, decay and mask: from raw scores, or from q and k if raw scores are
/// not stored.
template <Pairs which>
bool compute_scores(const Computation& from, std::size_t h, Trace& trace) {
  const Scene& scene = from.scene;
  PairTrace& pairs = trace.heads[h].of(which);
  const bool shifts = shifts_scores(scene);
  const bool fades = which == Pairs::kOwn && fades_scores(scene.heads[h]);
  const BoolMatrix seen = seen_by_head(scene, h, from.visible);
  pairs.scores = pairs.raw.size() > 0 ? pairs.raw : raw_scores(scene, h, pairs);
  if (shifts) shift_scores(scene, h, pairs.scores);
  if (fades) fade_scores(scene.heads[h], trace.x, pairs.scores);
  const bool is_in_range = (pairs.scores.array().isFinite() || !seen.array()).all();
  mask_scores(seen, pairs.scores);
  if (!shifts && !fades && seen.all()) pairs.raw.resize(0, 0);
  return is_in_range;
}

Matrix normalized(const Scene& scene, std::size_t h, const Trace& trace, Pairs which) {
  const PairTrace& pairs = trace.heads[h].of(which);
  const auto sink = which == Pairs::kOwn ? scene.heads[h].sink : std::nullopt;
  if (!jumps_at_ties(scene.normalizer)) return normalize(scene.normalizer, pairs.scores, sink);
  const Ties ties(scene, h, trace, pairs.q, pairs.k, which);
  return normalize(scene.normalizer, settled_scores(ties, scene.normalizer, pairs.scores), sink);
}

bool compute_subtract_weights(const Computation& from, std::size_t h, Trace& trace) {
  return put(normalized(from.scene, h, trace, Pairs::kSubtracted),
             trace.heads[h].subtracted.weights);
}

/// Weights, minus λ times the weights of `subtract`: Ye et al. 2024, eq. 1.
bool compute_weights(const Computation& from, std::size_t h, Trace& trace) {
  HeadTrace& head = trace.heads[h];
  Matrix weights = normalized(from.scene, h, trace, Pairs::kOwn);
  if (const auto& subtract = from.scene.heads[h].subtract) {
    const double lambda = subtract->lambda;
    const auto others = lambda * head.subtracted.weights.cast<double>();
    weights = (weights.cast<double>() - others).cast<float>().eval();
  }
  return put(std::move(weights), head.weights);
}

/// σ(x · w_g + b_g) for the query's row x. Qiu et al. 2025, eq. 5.
bool compute_gates(const Computation& from, std::size_t h, Trace& trace) {
  const Head& head = from.scene.heads[h];
  const WideMatrix gates =
      projected(query_inputs(from.scene, trace).cast<double>(), gate_projection(head));
  trace.heads[h].gates = (1 / (1 + (-gates.array()).exp())).matrix().cast<float>();
  return true;
}

/// weights · v, times the gates and the head's gain: Michel et al. 2019, section 2.3.
bool compute_head_output(const Computation& from, std::size_t h, Trace& trace) {
  const Head& head = from.scene.heads[h];
  HeadTrace& made = trace.heads[h];
  Matrix output = product(made.weights, made.v);
  if (head.w_g || head.gain) {
    WideMatrix gated = static_cast<double>(head.gain.value_or(1.0F)) * output.cast<double>();
    if (head.w_g) gated.array() *= made.gates.cast<double>().array();
    output = gated.cast<float>();
  }
  return put(std::move(output), made.output);
}

bool compute_output(const Computation& from, std::size_t, Trace& trace) {
  trace.output = combine_heads(from.scene.combine, trace.heads);
  return !trace.output || trace.output->allFinite();
}

}  // namespace
}  // namespace attn
