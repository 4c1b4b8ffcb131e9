#include "engine/gradients/part_gradients.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/attention/shift.h"
#include "engine/attention/ties.h"
#include "engine/gradients/normalize_gradient.h"

namespace attn {
namespace {

// Forward steps as in engine/reference/compute_parts.h, without rounding, each followed by its
// backward step.

GradientsBelow of_head(const WayBack& way, std::size_t h) {
  return way.into.below("heads").below(h);
}

/// Place of the numbers that make these pairs of head h.
GradientsBelow of_pairs(const WayBack& way, std::size_t h, Pairs which) {
  return which == Pairs::kOwn ? of_head(way, h) : of_head(way, h).below("subtract");
}

/// Projection with the file's keys of its numbers.
struct NamedProjection : RowProjection {
  std::string_view w{}, b{}, g{};
};

/// Backward of x · W + b with gradient G: dW = xᵀ G, db = sum of G's rows, dx = G Wᵀ.
void projected_backward(const WideMatrix& x, const NamedProjection& weights, const WideMatrix& by,
                        WideMatrix& by_x, const GradientsBelow& into) {
  if (weights.bias) into.add(weights.b, by.colwise().sum());
  if (!weights.matrix) {
    by_x += by;
    return;
  }
  into.add(weights.w, x.transpose() * by);
  by_x += by * weights.matrix->cast<double>().transpose();
}

void projected_pairs_backward(const WayBack& way, const WideMatrix& x,
                              const NamedProjection& weights, const WideMatrix& turned,
                              WideMatrix by, WideMatrix& by_x, const GradientsBelow& into) {
  const Scene& scene = way.scene;
  if (const auto back = scene.position.kind->rotate_backward) {
    back(scene.position, turned, by, way.into.below("position"));
  }
  if (has_norm(scene.score) && by.cols() > 0) {
    const WideMatrix rows = projected(x, weights);
    if (weights.gains) {
      WideMatrix normed = rows;
      scene.score.norm->normalize(normed, scene.score.epsilon);
      into.add(weights.g, by.cwiseProduct(normed).colwise().sum());
      by.array().rowwise() *= weights.gains->cast<double>().array();
    }
    scene.score.norm->backward(rows, scene.score.epsilon, by);
  }
  projected_backward(x, weights, by, by_x, into);
}

/// Inputs of the queries.
const WideMatrix& wide_query_inputs(const Scene& scene, const WideTrace& trace) {
  return scene.queries ? trace.query_x : trace.x;
}
WideMatrix& by_asked(const WayBack& way) { return way.scene.queries ? way.by.query_x : way.by.x; }

WideMatrix with_position(const Scene& scene, const WideMatrix& rows) {
  if (!scene.position.kind->table) return rows;
  return rows + position_shift(scene.position, rows.rows(), rows.cols());
}

void with_position_backward(const WayBack& way, const WideMatrix& by) {
  const Position& position = way.scene.position;
  if (position.kind->table) position_shift_backward(position, by, way.into.below("position"));
}

void wide_x(const WideComputation& from, std::size_t, WideTrace& trace) {
  const Scene& scene = from.scene;
  trace.x = with_position(scene, from.x ? *from.x : WideMatrix(scene.embeddings->cast<double>()));
}
void x_backward(const WayBack& way, std::size_t) {
  way.into.add("embeddings", way.by.x);
  with_position_backward(way, way.by.x);
}

void wide_query_x(const WideComputation& from, std::size_t, WideTrace& trace) {
  const Scene& scene = from.scene;
  if (!scene.queries) return;
  trace.query_x = with_position(scene, scene.queries->embeddings->cast<double>());
}
void query_x_backward(const WayBack& way, std::size_t) {
  if (!way.scene.queries) return;
  way.into.below("queries").add("embeddings", way.by.query_x);
  with_position_backward(way, way.by.query_x);
}

template <Pairs which>
void wide_q(const WideComputation& from, std::size_t h, WideTrace& trace) {
  const Scene& scene = from.scene;
  trace.heads[h].of(which).q =
      pair_rows(scene, wide_query_inputs(scene, trace), query_projection(scene, h, which));
}
template <Pairs which>
void q_backward(const WayBack& way, std::size_t h) {
  projected_pairs_backward(way, wide_query_inputs(way.scene, way.trace),
                           {query_projection(way.scene, h, which), "w_q", "b_q", "g_q"},
                           way.trace.heads[h].of(which).q, way.by.heads[h].of(which).q,
                           by_asked(way), of_pairs(way, h, which));
}

template <Pairs which>
void wide_k(const WideComputation& from, std::size_t h, WideTrace& trace) {
  const Scene& scene = from.scene;
  trace.heads[h].of(which).k = pair_rows(scene, trace.x, key_projection(scene, h, which));
}
template <Pairs which>
void k_backward(const WayBack& way, std::size_t h) {
  const std::size_t of = which == Pairs::kOwn ? keys_head(way.scene, h) : h;
  projected_pairs_backward(way, way.trace.x,
                           {key_projection(way.scene, of, which), "w_k", "b_k", "g_k"},
                           way.trace.heads[h].of(which).k, way.by.heads[h].of(which).k, way.by.x,
                           of_pairs(way, of, which));
}

WideMatrix valued(const Scene& scene, const WideTrace& trace) {
  return scene.values ? WideMatrix((**scene.values).cast<double>()) : trace.x;
}
void wide_v(const WideComputation& from, std::size_t h, WideTrace& trace) {
  const Scene& scene = from.scene;
  trace.heads[h].v = projected(valued(scene, trace), value_projection(scene, h));
}
void v_backward(const WayBack& way, std::size_t h) {
  const std::size_t of = keys_head(way.scene, h);
  const WideMatrix values = valued(way.scene, way.trace);
  WideMatrix by_values = WideMatrix::Zero(values.rows(), values.cols());
  projected_backward(values, {value_projection(way.scene, of), "w_v", "b_v"}, way.by.heads[h].v,
                     by_values, of_head(way, of));
  if (way.scene.values) {
    way.into.add("values", by_values);
  } else {
    way.by.x += by_values;
  }
}

template <Pairs which>
void wide_raw(const WideComputation& from, std::size_t h, WideTrace& trace) {
  const Score& score = from.scene.score;
  WidePairs& pairs = trace.heads[h].of(which);
  pairs.raw = score.kind->both_ways.scores(score, from.scene.heads[h], pairs.q, pairs.k);
}
/// The step of `scores` also covers `raw`, which only some scenes have separately.
void with_scores(const WayBack&, std::size_t) {}

/// Scores after cap and shift, before gates and decay.
WideMatrix shifted(const Scene& scene, std::size_t h, const WidePairs& pairs) {
  WideMatrix scores = pairs.raw;
  cap_scores(scene.score, scores);
  if (shifts_scores(scene)) shift_scores(scene, h, scores);
  return scores;
}

// Ties of the scene's own numbers, for weights that are discontinuous.

/// Separates the k largest scores of a line from the others according to its `weights`: scores that
/// rounding moved below the smallest kept score are raised to it, and others lowered. `sign` is −1
/// if scores are multiplied by a negative number before the selection; `sink`: score of the sink
/// divided by the absolute value of this number, if the sink is kept.
void keep_weighed(int k, double sign, std::optional<double> sink, const std::vector<float>& weights,
                  const std::vector<double*>& scores) {
  std::vector<double> kept;
  for (std::size_t n = 0; n < scores.size(); ++n) {
    if (weights[n] > 0) kept.push_back(sign * *scores[n]);
  }
  if (sink) kept.push_back(*sink);
  if (kept.size() < static_cast<std::size_t>(k)) return;
  std::ranges::sort(kept, std::greater<>());
  const double least = std::min(kept[static_cast<std::size_t>(k) - 1], sink.value_or(kept[0]));
  const double below = std::nextafter(least, -std::numeric_limits<double>::infinity());
  for (std::size_t n = 0; n < scores.size(); ++n) {
    const double score = sign * *scores[n];
    *scores[n] = sign * (weights[n] > 0 ? std::max(score, least) : std::min(score, below));
  }
}

void settle_pairs(const WideComputation& from, std::size_t h, Pairs which, WidePairs& pairs) {
  const Normalizer& normalizer = from.scene.normalizer;
  if (!from.plain) return;
  const PairTrace& plain = from.plain->heads[h].of(which);
  const Ties ties(from.scene, h, *from.plain, plain.q, plain.k, which);
  const Matrix settled = settled_scores(ties, normalizer, plain.scores);
  if (normalizer.temperature == 0) {
    pairs.scores = settled.cast<double>();  // gradients are 0 at temperature 0
    return;
  }
  const auto sink = which == Pairs::kOwn ? from.scene.heads[h].sink : std::nullopt;
  Normalizer lines = normalizer;
  if (lines.over == Over::kQueriesThenKeys) lines.over = Over::kQueries;
  const Matrix weights = normalize(lines, settled, sink);
  const Eigen::VectorXd shares =
      sink ? sink_shares(lines, settled, *sink) : Eigen::VectorXd::Zero(settled.rows()).eval();
  const bool has_rows = lines.over == Over::kKeys;
  for (Index n = 0; n < (has_rows ? weights.rows() : weights.cols()); ++n) {
    std::vector<double*> scores;
    std::vector<float> of;
    for (Index m = 0; m < (has_rows ? weights.cols() : weights.rows()); ++m) {
      const Index i = has_rows ? n : m, j = has_rows ? m : n;
      if (pairs.scores(i, j) == kMasked) continue;
      scores.push_back(&pairs.scores(i, j));
      of.push_back(weights(i, j));
    }
    const double factor = scores.empty() ? 0 : factor_of_length(normalizer, scores.size());
    if (factor == 0) continue;  // all tie
    const bool sink_weighs = has_rows && shares(n) > 0;
    const auto kept_sink = sink_weighs ? std::optional(*sink / std::abs(factor)) : std::nullopt;
    keep_weighed(normalizer.k, factor < 0 ? -1 : 1, kept_sink, of, scores);
  }
}

/// `raw` and `scores` are stored once in a trace if equal; here both exist.
template <Pairs which>
void wide_scores(const WideComputation& from, std::size_t h, WideTrace& trace) {
  const Scene& scene = from.scene;
  WidePairs& pairs = trace.heads[h].of(which);
  if (pairs.raw.size() == 0) wide_raw<which>(from, h, trace);
  pairs.scores = shifted(scene, h, pairs);
  if (which == Pairs::kOwn && fades_scores(scene.heads[h])) {
    fade_scores(scene.heads[h], trace.x, pairs.scores);
  }
  const BoolMatrix seen = seen_by_head(scene, h, from.visible);
  pairs.scores = seen.array().select(pairs.scores.array(), static_cast<double>(kMasked));
  settle_pairs(from, h, which, pairs);
}
/// Hidden keys have no gradient.
template <Pairs which>
void scores_backward(const WayBack& way, std::size_t h) {
  const Scene& scene = way.scene;
  const WidePairs& pairs = way.trace.heads[h].of(which);
  WidePairs& by = way.by.heads[h].of(which);
  const GradientsBelow of_score = way.into.below("score"), head = of_head(way, h);
  by.raw = by.scores;
  if (which == Pairs::kOwn && fades_scores(scene.heads[h])) {
    fade_backward(scene.heads[h], way.trace.x, shifted(scene, h, pairs), by.raw, way.by.x, head);
  }
  shift_backward(scene, h, by.raw, way.into);
  cap_scores_backward(scene.score, pairs.raw, by.raw, of_score);
  scene.score.kind->both_ways.backward(
      {scene.score, scene.heads[h], pairs.q, pairs.k, by.raw, of_score, head}, by.q, by.k);
}

void wide_subtract_weights(const WideComputation& from, std::size_t h, WideTrace& trace) {
  WidePairs& pairs = trace.heads[h].subtracted;
  pairs.weights = normalize_wide(from.scene.normalizer, pairs.scores, std::nullopt);
}
void subtract_weights_backward(const WayBack& way, std::size_t h) {
  WidePairs& by = way.by.heads[h].subtracted;
  const GradientsBelow into = way.into.below("normalizer");
  by.scores = normalize_backward({way.scene.normalizer, way.trace.heads[h].subtracted.scores,
                                  std::nullopt, by.weights, WideMatrix(), into});
}

void wide_weights(const WideComputation& from, std::size_t h, WideTrace& trace) {
  const Head& head = from.scene.heads[h];
  WideHead& made = trace.heads[h];
  made.weights = normalize_wide(from.scene.normalizer, made.scores, head.sink);
  if (!head.subtract) return;
  made.weights -= static_cast<double>(head.subtract->lambda) * made.subtracted.weights;
}
void weights_backward(const WayBack& way, std::size_t h) {
  const Head& head = way.scene.heads[h];
  const WideHead& made = way.trace.heads[h];
  WideHead& by = way.by.heads[h];
  const GradientsBelow into = way.into.below("normalizer"), own = of_head(way, h);
  if (head.subtract) {
    by.subtracted.weights = -static_cast<double>(head.subtract->lambda) * by.weights;
    own.below("subtract").add("lambda", -by.weights.cwiseProduct(made.subtracted.weights).sum());
  }
  by.scores = normalize_backward(
      {way.scene.normalizer, made.scores, head.sink, by.weights, by.scaled, into, &own});
}

void wide_gates(const WideComputation& from, std::size_t h, WideTrace& trace) {
  const WideMatrix open =
      projected(wide_query_inputs(from.scene, trace), gate_projection(from.scene.heads[h]));
  trace.heads[h].gates = (1 / (1 + (-open.array()).exp())).matrix();
}
/// σ′ = σ (1 − σ).
void gates_backward(const WayBack& way, std::size_t h) {
  const auto gates = way.trace.heads[h].gates.array();
  const WideMatrix by_open = (way.by.heads[h].gates.array() * gates * (1 - gates)).matrix();
  projected_backward(wide_query_inputs(way.scene, way.trace),
                     {gate_projection(way.scene.heads[h]), "w_g", "b_g"}, by_open, by_asked(way),
                     of_head(way, h));
}

void wide_head_output(const WideComputation& from, std::size_t h, WideTrace& trace) {
  const Head& head = from.scene.heads[h];
  WideHead& made = trace.heads[h];
  made.mixed = made.weights * made.v;
  made.output = static_cast<double>(head.gain.value_or(1.0F)) * made.mixed;
  if (head.w_g) made.output.array() *= made.gates.array();
}
/// Backward of gain · gates ∘ (weights · v).
void head_output_backward(const WayBack& way, std::size_t h) {
  const Head& head = way.scene.heads[h];
  const WideHead& made = way.trace.heads[h];
  WideHead& by = way.by.heads[h];
  // A head that is not combined has gradient 0.
  if (by.output.size() == 0) by.output = WideMatrix::Zero(made.output.rows(), made.output.cols());
  by.mixed = by.output;
  if (head.w_g) by.mixed.array() *= made.gates.array();
  of_head(way, h).add("gain", by.mixed.cwiseProduct(made.mixed).sum());
  const double gain = head.gain.value_or(1.0F);
  by.mixed *= gain;
  if (head.w_g) by.gates = gain * by.output.cwiseProduct(made.mixed);
  by.weights += by.mixed * made.v.transpose();
  by.v = made.weights.transpose() * by.mixed;
}

void wide_output(const WideComputation& from, std::size_t, WideTrace& trace) {
  const Combine& combine = from.scene.combine;
  trace.output = combine.kind->combine_wide(combine, trace.heads);
}
void output_backward(const WayBack& way, std::size_t) {
  const Combine& combine = way.scene.combine;
  const GradientsBelow into = way.into.below("combine");
  combine.kind->backward({combine, way.trace.heads, *way.by.output, into}, way.by.heads);
}

constexpr Pairs kOwn = Pairs::kOwn, kSubtracted = Pairs::kSubtracted;

constexpr std::array kPartGradients{
    PartGradient{Part::x, wide_x, x_backward},
    PartGradient{Part::query_x, wide_query_x, query_x_backward},
    PartGradient{Part::q, wide_q<kOwn>, q_backward<kOwn>},
    PartGradient{Part::k, wide_k<kOwn>, k_backward<kOwn>},
    PartGradient{Part::v, wide_v, v_backward},
    PartGradient{Part::raw, wide_raw<kOwn>, with_scores},
    PartGradient{Part::scores, wide_scores<kOwn>, scores_backward<kOwn>},
    PartGradient{Part::subtract_q, wide_q<kSubtracted>, q_backward<kSubtracted>},
    PartGradient{Part::subtract_k, wide_k<kSubtracted>, k_backward<kSubtracted>},
    PartGradient{Part::subtract_raw, wide_raw<kSubtracted>, with_scores},
    PartGradient{Part::subtract_scores, wide_scores<kSubtracted>, scores_backward<kSubtracted>},
    PartGradient{Part::subtract_weights, wide_subtract_weights, subtract_weights_backward},
    PartGradient{Part::weights, wide_weights, weights_backward},
    PartGradient{Part::gates, wide_gates, gates_backward},
    PartGradient{Part::head_output, wide_head_output, head_output_backward},
    PartGradient{Part::output, wide_output, output_backward},
};

}  // namespace

std::span<const PartGradient> part_gradients() { return kPartGradients; }

}  // namespace attn
