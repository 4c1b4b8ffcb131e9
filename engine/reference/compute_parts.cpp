#include "engine/reference/compute_parts.h"

#include <utility>

#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shift.h"
#include "engine/attention/ties.h"

namespace attn {
namespace {

Matrix project(const Matrix& x, const RowProjection& by) {
  if (by.bias) return projected(x.cast<double>(), by).cast<float>();
  return by.matrix ? product(x, *by.matrix) : x;
}

/// Projection of queries or keys.
Matrix project_pairs(const Attention& attention, const Matrix& x, const RowProjection& by) {
  if (!has_norm(attention.score) && !attention.position.kind->rotate) return project(x, by);
  return pair_rows(attention, x.cast<double>(), by).cast<float>();
}

/// Stores a part; returns whether its numbers are in range.
bool put(Matrix made, Matrix& place) {
  place = std::move(made);
  return place.allFinite();
}

/// Inputs of the queries.
const Matrix& asking(const Scene& scene, const Trace& trace) {
  return scene.queries ? trace.query_x : trace.x;
}

Matrix raw_scores(const Attention& attention, std::size_t h, const PairTrace& pairs) {
  const Score& score = attention.score;
  Matrix scores = score.kind->scores(score, attention.heads[h], pairs.q, pairs.k);
  cap_scores(score, scores);
  return scores;
}

/// From raw scores, or from q and k if raw scores are not stored.
bool finish_scores(const Computation& from, std::size_t h, const Trace& trace, bool fades,
                   PairTrace& pairs) {
  const Scene& scene = from.scene;
  const bool shifts = shifts_scores(scene);
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
  const HeadTrace& head = trace.heads[h];
  const PairTrace& pairs = which == Pairs::kOwn ? head : head.subtracted;
  const auto sink = which == Pairs::kOwn ? scene.heads[h].sink : std::nullopt;
  if (!jumps_at_ties(scene.normalizer)) return normalize(scene.normalizer, pairs.scores, sink);
  const Ties ties(scene, h, trace, pairs.q, pairs.k, which);
  return normalize(scene.normalizer, settled_scores(ties, scene.normalizer, pairs.scores), sink);
}

}  // namespace

Matrix project_queries(const Scene& scene, std::size_t h, const Matrix& query_x, Pairs pairs) {
  return project_pairs(scene, query_x, query_projection(scene, h, pairs));
}

Matrix project_keys(const Scene& scene, std::size_t h, const Matrix& x, Pairs pairs) {
  return project_pairs(scene, x, key_projection(scene, h, pairs));
}

Matrix project_values(const Scene& scene, std::size_t h, const Matrix& x) {
  return project(scene.values ? **scene.values : x, value_projection(scene, h));
}

bool compute_x(const Computation& from, std::size_t, Trace& trace) {
  place_tokens(from.scene, trace);
  return true;
}

bool compute_query_x(const Computation& from, std::size_t, Trace& trace) {
  place_queries(from.scene, trace);
  return true;
}

bool compute_q(const Computation& from, std::size_t h, Trace& trace) {
  return put(project_queries(from.scene, h, asking(from.scene, trace)), trace.heads[h].q);
}

bool compute_k(const Computation& from, std::size_t h, Trace& trace) {
  return put(project_keys(from.scene, h, trace.x), trace.heads[h].k);
}

bool compute_v(const Computation& from, std::size_t h, Trace& trace) {
  return put(project_values(from.scene, h, trace.x), trace.heads[h].v);
}

bool compute_raw(const Computation& from, std::size_t h, Trace& trace) {
  trace.heads[h].raw = raw_scores(from.scene, h, trace.heads[h]);
  return true;  // hidden scores may exceed float32's range
}

bool compute_scores(const Computation& from, std::size_t h, Trace& trace) {
  return finish_scores(from, h, trace, fades_scores(from.scene.heads[h]), trace.heads[h]);
}

bool compute_subtract_q(const Computation& from, std::size_t h, Trace& trace) {
  return put(project_queries(from.scene, h, asking(from.scene, trace), Pairs::kSubtracted),
             trace.heads[h].subtracted.q);
}

bool compute_subtract_k(const Computation& from, std::size_t h, Trace& trace) {
  return put(project_keys(from.scene, h, trace.x, Pairs::kSubtracted), trace.heads[h].subtracted.k);
}

bool compute_subtract_raw(const Computation& from, std::size_t h, Trace& trace) {
  PairTrace& pairs = trace.heads[h].subtracted;
  pairs.raw = raw_scores(from.scene, h, pairs);
  return true;
}

bool compute_subtract_scores(const Computation& from, std::size_t h, Trace& trace) {
  return finish_scores(from, h, trace, false, trace.heads[h].subtracted);
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
      projected(asking(from.scene, trace).cast<double>(), gate_projection(head));
  trace.heads[h].gates = (1 / (1 + (-gates.array()).exp())).matrix().cast<float>();
  return true;
}

/// Multiplied by the gates, and by the head's gain: Michel et al. 2019, section 2.3.
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

}  // namespace attn
