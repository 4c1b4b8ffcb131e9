#include "app/figure/numbers/curve_estimate.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/figure/numbers/evaluated_scene.h"
#include "app/figure/numbers/last_made.h"
#include "app/figure/numbers/weight_sums.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/attention/shift.h"
#include "engine/base/clamped.h"
#include "engine/reference/check.h"

namespace attn {
namespace {

constexpr Index kMostQueries = 257;

/// Returns whether the mask depends on the query's index; false if it hides keys equally for all
/// queries.
bool goes_by_index(const Mask& mask) { return !takes(*mask.kind, "valid"); }

std::string features(std::string_view whose, Index count) {
  return "The " + std::string(whose) + " have " + std::to_string(count) +
         " features; a curve needs exactly one.";
}

/// Number of queries, limited so that the weights stay within a scene's bounds.
Index query_count(const Scene& scene) {
  const auto H = static_cast<long long>(scene.heads.size());
  const long long most = kMaxWeights / std::max(1LL, H * scene.key_count());
  return clamped<Index>(static_cast<Index>(most), 1, kMostQueries);
}

std::vector<double> line_between(double low, double high, Index count) {
  std::vector<double> x;
  for (Index n = 0; n < count; ++n) {
    const double share = count > 1 ? static_cast<double>(n) / static_cast<double>(count - 1) : 0.5;
    x.push_back(low + share * (high - low));
  }
  return x;
}

/// `scene`, which has no obstacle, with `queries` as its queries.
Scene asked_at(const Scene& scene, const std::vector<double>& queries) {
  Scene asked = scene;
  asked.bias.reset();
  std::erase_if(asked.masks, goes_by_index);
  Matrix embeddings(std::ssize(queries), 1);
  for (std::size_t n = 0; n < queries.size(); ++n) {
    embeddings(static_cast<Index>(n), 0) = static_cast<float>(queries[n]);
  }
  asked.queries = Queries{std::vector<std::string>(queries.size()), std::move(embeddings)};
  return asked;
}

CurveEstimate make_estimate(const Scene& scene, Index head, double low, double high) {
  CurveEstimate made;
  made.x = line_between(low, high, query_count(scene));
  try {
    made.trace = evaluate_beside(scene, asked_at(scene, made.x));
  } catch (const SceneError& error) {
    made.problem = error.problem().text;
    return made;
  }
  made.order.resize(scene.tokens.size());
  std::iota(made.order.begin(), made.order.end(), Index{0});
  const Matrix& keys = *scene.embeddings;
  std::ranges::stable_sort(made.order, {}, [&](Index key) { return keys(key, 0); });
  const Matrix& weights = made.trace.head(head).weights;
  Matrix band(weights.cols(), weights.rows());
  for (Index row = 0; row < band.rows(); ++row) {
    const Index key = made.order[static_cast<std::size_t>(band.rows() - 1 - row)];
    band.row(row) = weights.col(key).transpose();
  }
  made.band = std::make_shared<const Matrix>(std::move(band));
  return made;
}

struct EstimateKey {
  EvaluatedScene scene;
  Index head;
  double low, high;
  bool operator==(const EstimateKey&) const = default;
};

}  // namespace

std::optional<std::string> curve_obstacle(const Scene& scene) {
  if (has_given_scores(scene.score)) {
    return "The scores are given: a query between the tokens has none.";
  }
  if (scene.normalizer.over != Over::kKeys) {
    return "Weights are normalised over the queries: a query on the line would change all others.";
  }
  if (std::ranges::any_of(scene.heads, fades_scores)) {
    return "Gates and decay depend on an index, which a query on the line does not have: remove "
           "them.";
  }
  if (scene.embeddings->cols() != 1) return features("keys", scene.embeddings->cols());
  if (scene.query_embeddings().cols() != 1) {
    return features("queries", scene.query_embeddings().cols());
  }
  if (value_width(scene) != 1) return features("values", value_width(scene));
  if (!scene.position.kind->does_nothing() || has_distance_terms(scene)) {
    return "Positions depend on an index, which a query on the line does not have: turn them off.";
  }
  const Index H = std::ssize(scene.heads);
  for (Index h = 0; h < H; ++h) {
    const Index width = width_of_v(scene, static_cast<std::size_t>(h));
    if (width != 1) return features("values of head " + std::to_string(h), width);
  }
  return std::nullopt;
}

bool has_own_query_parts(const Attention& attention) {
  return attention.bias.has_value() || std::ranges::any_of(attention.masks, goes_by_index);
}

std::shared_ptr<const CurveEstimate> curve_estimate(
    const std::shared_ptr<const Evaluation>& evaluation, Index head, double low, double high) {
  static LastMade<EstimateKey, CurveEstimate> last;
  const Scene& scene = evaluation->scene;
  constexpr Index kQuickly = 200'000;
  const bool is_long = query_count(scene) * scene.key_count() * std::ssize(scene.heads) > kQuickly;
  return last.of({{scene}, head, low, high}, is_long,
                 [=] { return make_estimate(evaluation->scene, head, low, high); });
}

Matrix curve_output(const AttentionTrace& trace, Index head) {
  if (trace.output && trace.output->cols() == 1) return *trace.output;
  return trace.head(head).output.col(0);
}

std::optional<CurveAnswer> curve_answer(const Scene& scene, Index head, double x) {
  try {
    Scene asked = asked_at(scene, {x});
    Trace trace = evaluate_beside(scene, asked);
    const Evaluation evaluation{std::move(asked), std::move(trace)};
    const auto h = static_cast<std::size_t>(head);
    CurveAnswer answer{static_cast<double>(curve_output(evaluation.trace, head)(0, 0)),
                       evaluation.trace.heads[h].weights.row(0)};
    if (scene.heads[h].sink) answer.sink = sink_share(evaluation, head, 0);
    return answer;
  } catch (const SceneError&) {
    return std::nullopt;
  }
}

}  // namespace attn
