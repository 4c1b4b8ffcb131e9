#include "engine/attention/attention.h"

#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/project.h"
#include "engine/attention/score.h"
#include "engine/attention/shift.h"
#include "engine/attention/ties.h"
#include "engine/attention/warnings.h"
#include "engine/base/product.h"
#include "engine/base/require.h"

namespace attn {
namespace {

void require_in_range(bool finite, std::string_view what, const std::string& place) {
  if (!finite) require(false, place, std::string(what) + " leave the range of float32");
}

/// What the masks let head h see, and its own scores where they are given.
BoolMatrix seen_by_head(const Scene& scene, std::size_t h, const BoolMatrix& visible) {
  if (!has_given_scores(scene.score)) return visible;
  return visible.array() && (**scene.heads[h].scores).array() != kMasked;
}

Matrix raw_scores(const Scene& scene, std::size_t h, const Matrix& q, const Matrix& k) {
  Matrix scores = scene.score.kind->scores(scene.score, scene.heads[h], q, k);
  cap_scores(scene.score, scores);
  return scores;
}

void require_scores_in_range(const Matrix& scores, const BoolMatrix& seen,
                             const std::string& place) {
  require_in_range((scores.array().isFinite() || !seen.array()).all(), "scores", place);
}

/// The weights that head h, or its `subtract`, has by the scores of `made`, which came of its q and
/// k.
Matrix weights_of(const Scene& scene, std::size_t h, const Trace& inputs, const HeadTrace& made,
                  Pairs pairs) {
  const auto sink = pairs == Pairs::kOwn ? scene.heads[h].sink : std::nullopt;
  if (!jumps_at_ties(scene.normalizer)) return normalize(scene.normalizer, made.scores, sink);
  const Ties ties(scene, h, inputs, made.q, made.k, pairs);
  return normalize(scene.normalizer, settled_scores(ties, scene.normalizer, made.scores), sink);
}

/// The weights that are made of a head's `subtract`. Ye et al. 2024, eq. 1.
Matrix weights_to_subtract(const Scene& scene, std::size_t h, const Trace& inputs,
                           const BoolMatrix& seen, const std::string& place) {
  HeadTrace made;
  made.q = project_subtract_queries(scene, h, inputs.query_x);
  made.k = project_subtract_keys(scene, h, inputs.x);
  require_in_range(made.q.allFinite(), "queries", place);
  require_in_range(made.k.allFinite(), "keys", place);
  made.scores = raw_scores(scene, h, made.q, made.k);
  if (shifts_scores(scene)) shift_scores(scene, h, made.scores);
  require_scores_in_range(made.scores, seen, place);
  mask_scores(seen, made.scores);
  return weights_of(scene, h, inputs, made, Pairs::kSubtracted);
}

/// Times σ(x · w_g + b_g), x the query's row, and times the head's gain. Qiu et al. 2025, eq. 5;
/// Michel et al. 2019, section 2.3.
void gate_output(const Head& head, const Matrix& query_x, Matrix& output) {
  if (!head.w_g && !head.gain) return;
  WideMatrix gated = output.cast<double>();
  if (head.w_g) {
    WideMatrix gates = query_x.cast<double>() * (**head.w_g).cast<double>();
    if (head.b_g) gates.rowwise() += (**head.b_g).cast<double>();
    gated.array() /= 1 + (-gates.array()).exp();
  }
  output = (static_cast<double>(head.gain.value_or(1.0F)) * gated).cast<float>();
}

void weigh_and_mix(const Scene& scene, std::size_t h, const Trace& inputs, const BoolMatrix& seen,
                   const std::string& place, HeadTrace& trace) {
  const Head& head = scene.heads[h];
  trace.weights = weights_of(scene, h, inputs, trace, Pairs::kOwn);
  if (head.subtract) {
    const Matrix others = weights_to_subtract(scene, h, inputs, seen, place);
    const double lambda = head.subtract->lambda;
    trace.weights =
        (trace.weights.cast<double>() - lambda * others.cast<double>()).cast<float>().eval();
  }
  require_in_range(trace.weights.allFinite(), "weights", place);
  trace.output = product(trace.weights, trace.v);
  gate_output(head, inputs.query_x, trace.output);
  require_in_range(trace.output.allFinite(), "outputs", place);
}

HeadTrace evaluate_head(const Scene& scene, std::size_t h, const Trace& inputs,
                        const BoolMatrix& visible) {
  const std::string place = "/heads/" + std::to_string(h);
  const BoolMatrix seen = seen_by_head(scene, h, visible);
  HeadTrace head;
  head.q = project_queries(scene, h, inputs.query_x);
  head.k = project_keys(scene, h, inputs.x);
  head.v = project_values(scene, h, inputs.x);
  require_in_range(head.q.allFinite(), "queries", place);
  require_in_range(head.k.allFinite(), "keys", place);
  require_in_range(head.v.allFinite(), "values", place);

  head.scores = raw_scores(scene, h, head.q, head.k);
  const bool fades = fades_scores(scene.heads[h]);
  if (shifts_scores(scene) || fades || !seen.all()) head.raw = head.scores;
  if (shifts_scores(scene)) shift_scores(scene, h, head.scores);
  if (fades) fade_scores(scene.heads[h], inputs.x, head.scores);
  require_scores_in_range(head.scores, seen, place);
  mask_scores(seen, head.scores);

  weigh_and_mix(scene, h, inputs, seen, place, head);
  return head;
}

/// What any head sees.
BoolMatrix seen_by_any(const Scene& scene, const BoolMatrix& visible) {
  BoolMatrix seen = seen_by_head(scene, 0, visible);
  for (std::size_t h = 1; h < scene.heads.size(); ++h) {
    seen.array() = seen.array() || seen_by_head(scene, h, visible).array();
  }
  return seen;
}

}  // namespace

Trace evaluate_plainly(const Scene& scene) { return evaluate_by_heads(scene, nullptr); }

Trace evaluate_by_heads(const Scene& scene, Progress* progress) {
  Trace trace;
  add_positions(scene, trace);
  const BoolMatrix visible = visible_keys(scene);
  if (progress) progress->begin(std::ssize(scene.heads));
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    if (progress) progress->advance();
    trace.heads.push_back(evaluate_head(scene, h, trace, visible));
  }
  trace.output = combine_heads(scene.combine, trace.heads);
  require_in_range(!trace.output || trace.output->allFinite(), "combined outputs", "/combine");
  const BoolMatrix seen = seen_by_any(scene, visible);
  trace.warnings = unseeing_warnings(scene, &seen);
  return trace;
}

}  // namespace attn
