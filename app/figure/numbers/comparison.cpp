#include "app/figure/numbers/comparison.h"

#include <algorithm>
#include <cmath>
#include <exception>

#include "app/document/edits/kind_edits.h"
#include "app/figure/numbers/evaluated_scene.h"
#include "app/figure/numbers/last_made.h"
#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/attention/score.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluator.h"

namespace attn {
namespace {

using Panel = ViewOptions::Compare::Panel;

Panel kinds_of(const Attention& attention) {
  return {std::string(attention.score.kind->id), std::string(attention.normalizer.kind->id)};
}

/// `others`: the bytes that the other panels take; its own are added.
Compared compare_one(const std::shared_ptr<const Evaluation>& evaluation, const Panel& kinds,
                     double& others) {
  Compared compared{kinds, nullptr};
  if (kinds == kinds_of(evaluation->scene)) {
    compared.evaluation = evaluation;
    return compared;
  }
  const ScoreKind* score = find_row(score_kinds(), kinds.score);
  const NormalizerKind* normalizer = find_row(normalizer_kinds(), kinds.normalizer);
  if (!score || !normalizer) {
    compared.problem = "there is no " + (score ? kinds.normalizer : kinds.score);
    return compared;
  }
  try {
    Scene scene = evaluation->scene;
    set_score_kind(scene, *score);
    set_normalizer_kind(scene, *normalizer);
    Trace trace = evaluate_beside(evaluation->scene, scene, others);
    others += bytes_of_one(scene);
    compared.evaluation =
        std::make_shared<const Evaluation>(Evaluation{std::move(scene), std::move(trace)});
  } catch (const SceneError& error) {
    compared.problem = error.problem().text;
  }
  return compared;
}

struct ComparisonKey {
  EvaluatedScene scene;
  std::vector<Panel> kinds;
  bool operator==(const ComparisonKey&) const = default;
};

}  // namespace

std::string_view Compared::score_label() const {
  const ScoreKind* kind = find_row(score_kinds(), kinds.score);
  return kind ? kind->label : kinds.score;
}

std::string_view Compared::normalizer_label() const {
  const NormalizerKind* kind = find_row(normalizer_kinds(), kinds.normalizer);
  return kind ? kind->label : kinds.normalizer;
}

std::vector<Panel> compared_kinds(const Attention& attention, const ViewOptions& options) {
  std::vector<Panel> kinds = options.compare.panels;
  if (kinds.size() > kMostCompared) kinds.resize(kMostCompared);
  const Panel own = kinds_of(attention);
  if (kinds.empty()) kinds.push_back(own);
  if (kinds.size() < kFewestCompared) {
    const ScoreKind& usual = *Score{}.kind;
    const std::string_view other = kinds[0].score == usual.id ? usual.plain : usual.id;
    kinds.push_back({std::string(other), kinds[0].normalizer});
  }
  return kinds;
}

std::shared_ptr<const Comparison> compare(const std::shared_ptr<const Evaluation>& evaluation,
                                          const std::vector<Panel>& kinds) {
  static LastMade<ComparisonKey, Comparison> last;
  return last.of({{evaluation->scene}, kinds}, takes_long(evaluation->scene), [=] {
    Comparison comparison;
    // Those that are shown stay until the new ones are there.
    double others = static_cast<double>(kinds.size() - 1) * bytes_of_one(evaluation->scene);
    for (const Panel& one : kinds) comparison.push_back(compare_one(evaluation, one, others));
    return comparison;
  });
}

WeightSummary summary_of(const Matrix& weights) {
  WeightSummary summary;
  double seeing = 0;
  for (Index i = 0; i < weights.rows(); ++i) {
    double entropy = 0, largest = 0;
    for (Index j = 0; j < weights.cols(); ++j) {
      const double w = weights(i, j);
      if (w <= 0) continue;
      entropy -= w * std::log(w);
      largest = std::max(largest, w);
    }
    if (largest == 0) continue;
    seeing += 1;
    summary.entropy += entropy;
    summary.keys += std::exp(entropy);
    summary.largest = std::max(summary.largest, largest);
  }
  if (seeing > 0) summary.entropy /= seeing, summary.keys /= seeing;
  return summary;
}

}  // namespace attn
