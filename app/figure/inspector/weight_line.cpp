#include "app/figure/inspector/weight_line.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/attention/ties.h"

namespace attn {
namespace {

bool is_over_column(const ExplainedCell& of) { return of.scene().normalizer.over != Over::kKeys; }

Matrix line_of(const Matrix& m, const ExplainedCell& of) {
  return is_over_column(of) ? Matrix(m.col(of.cell.key).transpose()) : m.row(of.cell.query);
}

/// Weights of the trace; null if it only has results derived from them.
const Matrix* held_weights(const ExplainedCell& of) {
  const bool is_rest = of.is_own() && of.head().subtract;
  if (is_rest || of.scene().normalizer.over == Over::kQueriesThenKeys) return nullptr;
  return &of.numbers().weights;
}

Ties ties_of(const ExplainedCell& of) {
  const PairTrace& numbers = of.numbers();
  return {of.scene(), of.h, of.evaluation.trace, numbers.q, numbers.k, of.pairs};
}

std::optional<float> sink_of(const ExplainedCell& of) {
  return of.is_own() ? of.head().sink : std::nullopt;
}

/// Weights of a line; computed from `scores` if the trace has none.
WideMatrix wide_weights(const Matrix* held, const ExplainedCell& of, const Normalizer& normalizer,
                        const Matrix& scores, std::optional<float> sink) {
  if (held) return line_of(*held, of).cast<double>();
  if (!is_over_column(of)) return normalize(normalizer, scores, sink).cast<double>();
  return normalize_columns(normalizer, scores.transpose()).transpose();
}

}  // namespace

double WeightLine::largest() const {
  const double most = *std::ranges::max_element(scores);
  return sink ? std::max(most, *sink) : most;
}

Index WeightLine::sharing() const {
  return std::ranges::count_if(weights, [](double w) { return w > 0; }) + (sink_weight > 0 ? 1 : 0);
}

std::optional<double> length_factor(const ExplainedCell& of, Index seen) {
  const Normalizer& normalizer = of.scene().normalizer;
  if (!normalizer.length || !takes(*normalizer.kind, "length")) return std::nullopt;
  return static_cast<double>(*normalizer.length) * std::log(static_cast<double>(seen));
}

WeightLine weight_line(const ExplainedCell& of) {
  Normalizer normalizer = of.scene().normalizer;
  const std::optional<float> sink = sink_of(of);
  const Matrix* held = held_weights(of);
  Matrix scores = line_of(of.numbers().scores, of);
  const bool is_column = is_over_column(of);
  // Nonzero weights identify the winners, but not the scores that tie with the k-th or are 0.
  const bool is_told =
      held && !sink && !takes(*normalizer.kind, "k") && normalizer.kind->sums_to_one();
  if (jumps_at_ties(normalizer) && !is_told) {
    const std::span<float> line(scores.data(), static_cast<std::size_t>(scores.size()));
    const Ties ties = ties_of(of);
    is_column ? ties.settle_column(of.cell.key, line) : ties.settle_row(of.cell.query, line);
  }
  normalizer.over = Over::kKeys;  // the line is a row now
  const WideMatrix weights = wide_weights(held, of, normalizer, scores, sink);
  const double factor = length_factor(of, (scores.array() != kMasked).count()).value_or(1);
  WeightLine line{.is_column = is_column, .all = scores.cols()};
  const Index own = is_column ? of.cell.query : of.cell.key;
  for (Index n = 0; n < scores.cols(); ++n) {
    if (scores(0, n) == kMasked) continue;
    if (n == own) line.own = line.places.size();
    line.places.push_back(n);
    line.scores.push_back(static_cast<double>(scores(0, n)) * factor);
    line.weights.push_back(weights(0, n));
  }
  if (sink) {
    line.sink = *sink;
    line.sink_weight = sink_shares(normalizer, scores, *sink)(0);
  }
  return line;
}

WideRow column_shares(const ExplainedCell& of) {
  const Normalizer& normalizer = of.scene().normalizer;
  Matrix scores = of.numbers().scores;
  if (jumps_at_ties(normalizer)) scores = settled_scores(ties_of(of), normalizer, scores);
  return normalize_columns(normalizer, scores).row(of.cell.query);
}

}  // namespace attn
