#include "app/figure/numbers/weight_sums.h"

#include "app/document/numbers/numbers.h"
#include "engine/attention/normalize.h"
#include "engine/attention/ties.h"

namespace attn {
namespace {

/// Sink shares from the scores of `first` and the following rows, M x L in total.
std::optional<Matrix> shares_of_rows(const Evaluation& evaluation, Index head, Index first,
                                     Index count) {
  const auto h = static_cast<std::size_t>(head);
  const Scene& scene = evaluation.scene;
  const HeadTrace& trace = evaluation.trace.heads[h];
  const auto& sink = scene.heads[h].sink;
  if (!sink || trace.scores.size() == 0) return std::nullopt;
  Matrix scores = trace.scores.middleRows(first, count);
  if (jumps_at_ties(scene.normalizer)) {
    const Ties ties(scene, h, evaluation.trace, trace.q, trace.k);
    for (Index i = 0; i < count; ++i) {
      ties.settle_row(first + i, {scores.row(i).data(), static_cast<std::size_t>(scores.cols())});
    }
  }
  return sink_shares(scene.normalizer, scores, *sink).cast<float>();
}

}  // namespace

std::string_view why_no_distribution(const WeightBounds& bounds) {
  if (bounds.may_be_negative) return "weights may be below 0";
  if (bounds.row == WeightBounds::Sum::kAtMostOne) return "a sink takes its share";
  if (bounds.row == WeightBounds::Sum::kAny) return "rows of any sum";
  return "";
}

std::optional<Matrix> sink_column(const Evaluation& evaluation, Index head) {
  return shares_of_rows(evaluation, head, 0, evaluation.scene.query_count());
}

double sink_share(const Evaluation& evaluation, Index head, Index query) {
  const auto share = shares_of_rows(evaluation, head, query, 1);
  return share ? static_cast<double>((*share)(0, 0)) : 0;
}

std::string sink_words(const Evaluation& evaluation, Index head, Index query) {
  if (!evaluation.scene.head(head).sink) return "";
  return "the sink takes " + fixed(sink_share(evaluation, head, query), 2);
}

Matrix row_sums(const Matrix& weights) {
  return weights.cast<double>().rowwise().sum().cast<float>();
}

Matrix column_sums(const Matrix& weights) {
  return weights.cast<double>().colwise().sum().cast<float>();
}

std::string_view why_no_weights(const HeadTrace& head, Index query) {
  const bool sees = head.scores.row(query).maxCoeff() != kMasked;
  return sees ? "has only weights of 0" : "sees no key";
}

}  // namespace attn
