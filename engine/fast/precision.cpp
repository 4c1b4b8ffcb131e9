#include "engine/fast/precision.h"

#include <algorithm>
#include <cmath>

#include "engine/attention/normalize.h"
#include "engine/attention/score.h"

namespace attn {

double score_bound(const Scene& scene, std::size_t h, double left_length, double right_length,
                   Index depth) {
  const PairSum& sum = scene.score.kind->pair_sum;
  const Head& head = scene.heads[h];
  const double factor = std::abs(sum.factor(scene.score, head, depth));
  switch (sum.pairing) {
    case Pairing::kProduct:
      return factor * left_length * right_length;
    case Pairing::kSquaredDifference:
      return factor * (left_length + right_length) * (left_length + right_length);
    case Pairing::kTanhOfSum:
      return factor *
             (head.v ? (**head.v).cast<double>().cwiseAbs().sum() : static_cast<double>(depth));
  }
  return 0;
}

bool needs_wide_scores(const Normalizer& normalizer, double score_bound, double largest_value) {
  // Rounding errors add up at random: five times their deviation hardly ever occurs.
  constexpr double kErrorOfBound = 1.2e-7;
  constexpr double kAllowed = 1.6e-5;
  constexpr double kAllowedOfTemperature = 5e-5;  // an error of a / T is one of the weight's share
  const double temperature = static_cast<double>(normalizer.temperature);
  const double allowed =
      std::min(kAllowed, kAllowedOfTemperature * temperature / std::max(1.0, largest_value));
  return !(kErrorOfBound * score_bound <= allowed);
}

bool needs_wide_values(double largest_value) { return !(largest_value <= 64); }

bool has_fast_weights(const Normalizer& normalizer) {
  // Outside, the factor of the scores would leave float32's range.
  return normalizer.kind->is_exponential && normalizer.temperature >= 1e-30f &&
         normalizer.temperature <= 1e30f;
}

}  // namespace attn
