#include "engine/attention/weight_bounds.h"

#include "engine/attention/normalize.h"
#include "engine/attention/score.h"
#include "engine/attention/shift.h"

namespace attn {
namespace {

bool may_have_negative_scores(const Scene& scene, std::size_t h) {
  return !scene.score.kind->is_positive || shifts_scores(scene) || scene.heads[h].w_f;
}

/// Bounds before subtraction.
WeightBounds own_bounds(const Scene& scene, std::size_t h) {
  const NormalizerKind& kind = *scene.normalizer.kind;
  // Normalizers that divide by a sum.
  const bool divides = kind.sums_to_one() || (kind.keeps_signs && !kind.weighs_each_by_itself);
  WeightBounds bounds;
  bounds.may_be_negative = kind.keeps_signs && may_have_negative_scores(scene, h);
  bounds.may_exceed_one = kind.may_exceed_one || bounds.may_be_negative;
  switch (scene.normalizer.over) {
    case Over::kKeys:
      if (!divides) bounds.row = WeightBounds::Sum::kAny;
      if (scene.heads[h].sink) bounds.row = WeightBounds::Sum::kAtMostOne;
      break;
    case Over::kQueries:
      bounds.row = WeightBounds::Sum::kAny;
      bounds.columns_sum_to_one = divides;
      break;
    case Over::kQueriesThenKeys:
      bounds.may_exceed_one = bounds.may_be_negative;
      break;
  }
  return bounds;
}

}  // namespace

WeightBounds weight_bounds(const Scene& scene, std::size_t h) {
  WeightBounds bounds = own_bounds(scene, h);
  const auto& subtract = scene.heads[h].subtract;
  if (!subtract || subtract->lambda == 0) return bounds;
  const WeightBounds own = bounds;
  bounds.may_be_negative = own.may_be_negative || subtract->lambda > 0;
  bounds.may_exceed_one = !own.is_unit() || subtract->lambda < 0;
  bounds.row = WeightBounds::Sum::kAny;
  bounds.columns_sum_to_one = false;
  return bounds;
}

}  // namespace attn
