#include "app/figure/numbers/comparison.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/document/edits/kind_edits.h"
#include "app/document/history/scene_bytes.h"
#include "app/document/scene_file/scene_changes.h"
#include "app/figure/numbers/evaluated_scene.h"
#include "app/figure/numbers/last_made.h"
#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/attention/score.h"
#include "engine/attention/trace.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluator.h"

namespace attn {
namespace {

using Panel = ViewOptions::Compare::Panel;

Panel kinds_of(const Attention& attention) {
  return {std::string(attention.score.kind->id), std::string(attention.normalizer.kind->id)};
}

/// Another normalizer for the same scores with weights that sum to 1: the default one, else the
/// first that can give weights of 0.
const NormalizerKind& other_normalizer(const NormalizerKind& one) {
  const NormalizerKind& usual = *Normalizer{}.kind;
  if (one.id != usual.id) return usual;
  const auto all = normalizer_kinds();
  const auto found = std::ranges::find_if(
      all, [](const NormalizerKind& kind) { return kind.sums_to_one() && !kind.is_exponential; });
  return found == all.end() ? usual : *found;
}

/// Replaces the scene's kinds by the panel's; throws SceneError.
void set_kinds(Scene& scene, const Panel& panel) {
  const auto set = [&scene](std::string_view id, auto kinds, const auto& set_kind) {
    if (id.empty()) return;
    const auto* kind = find_row(kinds, id);
    if (!kind) throw SceneError({"", "there is no " + std::string(id)});
    set_kind(scene, *kind);
  };
  set(panel.score, score_kinds(), set_score_kind);
  set(panel.normalizer, normalizer_kinds(), set_normalizer_kind);
}

/// `others`: bytes used by the other panels; its own are added.
Compared compare_one(const std::shared_ptr<const Evaluation>& evaluation, const Panel& panel,
                     double& others) {
  Compared compared{panel, nullptr};
  Scene scene = evaluation->scene;
  bool is_changing = false;  // set while errors belong to the change
  try {
    set_kinds(scene, panel);
    is_changing = true;
    if (!panel.changes.empty()) scene = with_changes(scene, panel.changes);
    is_changing = false;
    if (same_computation(scene, evaluation->scene)) {
      compared.evaluation = evaluation;
      return compared;
    }
    Trace trace = evaluate_beside(evaluation->scene, scene, others);
    others += bytes_of_one(scene);
    compared.evaluation =
        std::make_shared<const Evaluation>(Evaluation{std::move(scene), std::move(trace)});
  } catch (const SceneError& error) {
    const auto& [place, text] = error.problem();
    compared.problem = is_changing && !place.empty() ? place + ": " + text : text;
  }
  return compared;
}

/// Changes are applied to the scene's file: writing and reading many numbers also takes longer than
/// a frame allows.
bool takes_long_to_compare(const Scene& scene, const std::vector<Panel>& panels) {
  constexpr double kQuickly = 64 << 10;
  const auto has_changes = [](const Panel& panel) { return !panel.changes.empty(); };
  if (takes_long(scene)) return true;
  if (std::ranges::none_of(panels, has_changes)) return false;
  SceneBytes bytes;
  bytes.add(scene);
  return bytes.total() > kQuickly;
}

struct ComparisonKey {
  EvaluatedScene scene;
  std::vector<Panel> panels;
  bool operator==(const ComparisonKey&) const = default;
};

std::string_view label_of(std::string_view id, const auto& kinds) {
  const auto* kind = find_row(kinds, id);
  return kind ? kind->label : id;
}

}  // namespace

std::string label_with_over(const Normalizer& normalizer) {
  std::string label(normalizer.kind->label);
  if (normalizer.over == Over::kQueries) label += ", over queries";
  if (normalizer.over == Over::kQueriesThenKeys) label += ", over queries, then keys";
  return label;
}

std::string_view Compared::score_label() const {
  if (evaluation) return evaluation->scene.score.kind->label;
  return label_of(panel.score, score_kinds());
}

std::string Compared::normalizer_label() const {
  if (evaluation) return label_with_over(evaluation->scene.normalizer);
  return std::string(label_of(panel.normalizer, normalizer_kinds()));
}

std::string name_of(const Panel& panel) {
  if (!panel.name.empty()) return panel.name;
  if (panel.shows_current_scene()) return "as it is";
  if (panel.is_setting()) return changes_in_words(panel.changes);
  return panel.score + ", " + panel.normalizer;
}

std::vector<Panel> compared_kinds(const Attention& attention, const ViewOptions& options) {
  std::vector<Panel> panels = options.compare.panels;
  if (panels.size() > kMostCompared) panels.resize(kMostCompared);
  if (panels.empty()) panels.push_back(kinds_of(attention));
  if (panels.size() >= kFewestCompared) return panels;
  if (panels[0].is_setting()) return {Panel{}, panels[0]};
  const Panel one = panels[0].shows_current_scene() ? kinds_of(attention) : panels[0];
  if (has_given_scores(attention.score)) {  // no alternatives can be computed
    const NormalizerKind* const known = find_row(normalizer_kinds(), one.normalizer);
    const NormalizerKind& normalizer = known ? *known : *attention.normalizer.kind;
    panels.push_back({kinds_of(attention).score, std::string(other_normalizer(normalizer).id)});
    return panels;
  }
  const ScoreKind& usual = *Score{}.kind;
  const std::string_view other = one.score == usual.id ? usual.plain : usual.id;
  panels.push_back({std::string(other), one.normalizer});
  return panels;
}

bool compares_difference(const ViewOptions& options, std::size_t count) {
  return options.compare.difference && count == 2;
}

std::shared_ptr<const Comparison> compare(const std::shared_ptr<const Evaluation>& evaluation,
                                          const std::vector<Panel>& panels) {
  static LastMade<ComparisonKey, Comparison> last;
  const bool is_slow = takes_long_to_compare(evaluation->scene, panels);
  return last.of({{evaluation->scene}, panels}, is_slow, [=] {
    Comparison comparison;
    // The shown evaluations stay in memory until the new ones are complete.
    double others = static_cast<double>(panels.size() - 1) * bytes_of_one(evaluation->scene);
    for (const Panel& one : panels) comparison.push_back(compare_one(evaluation, one, others));
    return comparison;
  });
}

std::shared_ptr<const Matrix> weight_difference(const std::shared_ptr<const Comparison>& comparison,
                                                Index head) {
  static LastMade<std::pair<std::shared_ptr<const Comparison>, Index>, Matrix> last;
  if (comparison->size() < 2 || !(*comparison)[0].evaluation || !(*comparison)[1].evaluation) {
    return nullptr;
  }
  return last.of({comparison, head}, false, [=] {
    const auto trace = [&](std::size_t n) -> const HeadTrace& {
      return (*comparison)[n].evaluation->trace.head(head);
    };
    const HeadTrace &a = trace(0), &b = trace(1);
    const auto is_masked = a.masked().array() == kMasked || b.masked().array() == kMasked;
    return Matrix(is_masked.select(kMasked, b.weights - a.weights));
  });
}

ChangeSummary summary_of_change(const Matrix& difference) {
  ChangeSummary summary;
  double seeing = 0;
  for (Index i = 0; i < difference.rows(); ++i) {
    double moved = 0;
    bool sees = false;
    for (Index j = 0; j < difference.cols(); ++j) {
      const double change = difference(i, j);
      if (!std::isfinite(change)) continue;
      sees = true;
      moved += std::abs(change) / 2;
      summary.rise = std::max(summary.rise, change);
      summary.fall = std::max(summary.fall, -change);
    }
    if (sees) seeing += 1, summary.moved += moved;
  }
  if (seeing > 0) summary.moved /= seeing;
  return summary;
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
