#include "engine/fast/fast.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/attention/numbers.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"

namespace attn {

namespace {

/// The kernels pair rows by a sum over their columns.
bool is_fast_score(const Score& score) {
  const bool bends = takes(*score.kind, "bend") && score.bend != Bend::kTanh;
  return score.kind->pair_sum.factor && !bends;
}

/// The kernels compute weights from differences within a row.
bool is_fast_normalizer(const Normalizer& normalizer) {
  return normalizer.kind->sums_to_one() && normalizer.over == Over::kKeys && !normalizer.length;
}

/// The kernels only support these parts of a head, and terms added to its scores. All other numbers
/// must have their defaults.
bool is_fast_head(const Head& head) {
  static const std::vector<NumberRow<Head>> others = [] {
    constexpr std::string_view kKnown[] = {"w_q", "w_k", "w_v", "w_a", "v",  "width",
                                           "b_q", "b_k", "b_v", "g_q", "g_k"};
    std::vector<NumberRow<Head>> found;
    std::ranges::copy_if(numbers_of<Head>(), std::back_inserter(found), [&](const auto& number) {
      return number.stale != Part::shift && std::ranges::count(kKnown, number.key) == 0;
    });
    return found;
  }();
  static const Head plain;
  return std::ranges::all_of(
      others, [&](const NumberRow<Head>& number) { return same_number(number, head, plain); });
}

}  // namespace

bool is_fast(const Attention& attention) {
  return is_fast_score(attention.score) && is_fast_normalizer(attention.normalizer) &&
         std::ranges::all_of(attention.heads, is_fast_head);
}

double score_bound(const Attention& attention, std::size_t h, double left_length,
                   double right_length, Index depth) {
  const PairSum& sum = attention.score.kind->pair_sum;
  const Head& head = attention.heads[h];
  const double factor = std::abs(sum.factor(attention.score, head, depth));
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

double gain_of_combining(const Scene& scene, std::size_t h) {
  const auto longest_column = [](const Matrix& matrix) {
    const double length =
        matrix.size() == 0 ? 0 : matrix.cast<double>().colwise().norm().maxCoeff();
    return std::max(1.0, length);
  };
  const Combine& combine = scene.combine;
  if (combine.w->size() > 0) {
    return std::max(1.0, std::abs(static_cast<double>((*combine.w)(static_cast<Index>(h)))));
  }
  if (!combine.projections.empty()) return longest_column(*combine.projections[h]);
  if (!combine.w_o) return 1;
  Index first = 0;
  for (std::size_t before = 0; before < h; ++before) first += width_of_v(scene, before);
  return longest_column((**combine.w_o).middleRows(first, width_of_v(scene, h)));
}

bool needs_wide_scores(const Normalizer& normalizer, double score_bound, double largest_value) {
  // Rounding errors accumulate randomly: five standard deviations are hardly ever exceeded.
  constexpr double kErrorOfBound = 1.2e-7;
  constexpr double kAllowed = 1.6e-5;
  // For softmax an error of a / T becomes a relative error of the weight, for others an absolute
  // one.
  const double allowed_of_temperature = normalizer.kind->is_exponential ? 5e-5 : 2e-5;
  const double temperature = static_cast<double>(normalizer.temperature);
  const double allowed =
      std::min(kAllowed, allowed_of_temperature * temperature / std::max(1.0, largest_value));
  return !(kErrorOfBound * score_bound <= allowed);
}

bool needs_wide_values(double largest_value) { return !(largest_value <= 64); }

bool has_fast_weights(const Normalizer& normalizer) {
  // Outside this range, the factor of the scores would exceed float32's.
  return normalizer.kind->is_exponential && normalizer.temperature >= 1e-30f &&
         normalizer.temperature <= 1e30f;
}

}  // namespace attn
