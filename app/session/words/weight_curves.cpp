#include "app/session/words/weight_curves.h"

#include <algorithm>

#include "app/session/measures/temperature_scale.h"
#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/attention/ties.h"
#include "engine/attention/trace.h"
#include "engine/attention/weight_bounds.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr Index kMostWork = 2'000'000;  // total weights that can be computed within a frame

/// Within the sticky part only the middle is sampled: between, the curves are straight.
bool sticks(float place) { return place != 0.5F && temperature_at(place) == 1; }

std::vector<float> places_for(Index keys) {
  const auto count = 2 * clamped<Index>(kMostWork / keys / 2, 8, 60);  // even: 0.5 is a sample
  std::vector<float> places;
  for (Index n = 0; n <= count; ++n) {
    const float place = static_cast<float>(n) / static_cast<float>(count);
    if (!sticks(place)) places.push_back(place);
  }
  return places;
}

/// Keys with the largest scores. They also have the largest weights, as every normalizer is
/// monotone.
std::vector<Index> strongest(const Matrix& scores, std::size_t most, Index also) {
  std::vector<Index> keys;
  for (Index j = 0; j < scores.cols(); ++j) {
    if (scores(0, j) != kMasked) keys.push_back(j);
  }
  const bool has_also = std::ranges::count(keys, also) > 0;
  std::ranges::stable_sort(keys, [&](Index a, Index b) { return scores(0, a) > scores(0, b); });
  keys.resize(std::min(keys.size(), most));
  if (has_also && std::ranges::count(keys, also) == 0) keys.push_back(also);
  return keys;
}

/// Scores of a query with exact ties at temperature 0, the start of the curves.
Matrix scores_that_tie(const Evaluation& evaluation, std::size_t h, Index query) {
  const HeadTrace& head = evaluation.trace.heads[h];
  Scene hard = evaluation.scene;
  hard.normalizer.temperature = 0;
  Matrix scores = head.scores.row(query);
  Ties(hard, h, evaluation.trace, head.q, head.k)
      .settle_row(query, {scores.data(), static_cast<std::size_t>(scores.cols())});
  return scores;
}

}  // namespace

bool has_weight_curves(const Scene& scene, std::size_t h) {
  const WeightBounds bounds = weight_bounds(scene, h);
  return takes(*scene.normalizer.kind, "temperature") && scene.normalizer.over == Over::kKeys &&
         bounds.is_unit() && bounds.row == WeightBounds::Sum::kOne;
}

WeightCurves weight_curves(const Normalizer& normalizer, const Matrix& scores, std::size_t most,
                           Index also) {
  WeightCurves curves;
  const std::vector<Index> keys = strongest(scores, most, also);
  if (keys.empty()) return curves;
  curves.places = places_for(scores.cols());
  for (const Index key : keys) curves.lines.push_back({key, {}});
  for (const float place : curves.places) {
    Normalizer at_place = normalizer;
    at_place.temperature = temperature_at(place);
    const Matrix weights = normalize(at_place, scores);
    for (WeightCurves::KeyCurve& line : curves.lines) line.weights.push_back(weights(0, line.key));
  }
  return curves;
}

const WeightCurves& CachedCurves::curves_of(const Evaluation& evaluation, std::size_t h,
                                            Index query, std::size_t most, Index also) {
  const Scene& scene = evaluation.scene;
  const bool is_same =
      scene_ && h_ == h && query_ == query && also_ == also && same_but_temperature(*scene_, scene);
  if (!is_same) {
    curves_ = weight_curves(scene.normalizer, scores_that_tie(evaluation, h, query), most, also);
    scene_ = scene;
    h_ = h;
    query_ = query;
    also_ = also;
  }
  return curves_;
}

}  // namespace attn
