#include "engine/normalize.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "engine/lookup.h"
#include "engine/trace.h"

namespace attn {
namespace {

constexpr Parameter kTemperature[] = {{"temperature"}};

constexpr std::array kNormalizerKinds{
    NormalizerKind{"softmax", "Softmax", "αᵢⱼ = exp(sᵢⱼ / T) / Σₘ exp(sᵢₘ / T)", kTemperature,
                   softmax},
    NormalizerKind{"sparsemax", "Sparsemax", "αᵢⱼ = max(0, sᵢⱼ / T − τᵢ)", kTemperature, sparsemax},
    NormalizerKind{"entmax15", "1.5-entmax", "αᵢⱼ = max(0, ½ · sᵢⱼ / T − τᵢ)²", kTemperature,
                   entmax15},
};

/// Those scores that can have weight, largest first: none other lies within `reach` of the largest.
std::vector<double> candidates(std::span<const double> scores, double reach) {
  std::vector<double> sorted;
  std::ranges::copy_if(scores, std::back_inserter(sorted), [&](double z) { return z > -reach; });
  std::ranges::sort(sorted, std::greater<>());
  return sorted;
}

void share_equally(std::span<double> scores, double least) {
  const auto winners = std::ranges::count_if(scores, [&](double s) { return s >= least; });
  for (double& s : scores) s = s >= least ? 1.0 / static_cast<double>(winners) : 0.0;
}

/// Scores of the keys that are seen to their weights, in place.
void weigh(const Normalizer& normalizer, std::span<double> scores) {
  const double largest = *std::ranges::max_element(scores);
  const double T = normalizer.temperature;
  if (T == 0) return share_equally(scores, largest);
  if (std::isinf(T)) return share_equally(scores, *std::ranges::min_element(scores));
  for (double& s : scores) s = (s - largest) / T;
  normalizer.kind->weigh(scores);
}

}  // namespace

void softmax(std::span<double> scores) {
  Eigen::Map<Eigen::ArrayXd> z(scores.data(), static_cast<Index>(scores.size()));
  z = z.exp();
  z /= z.sum();
}

void sparsemax(std::span<double> scores) {
  double sum = 0;
  double threshold = 0;
  double count = 0;
  for (const double z : candidates(scores, 1)) {
    sum += z;
    count += 1;
    if (1 + count * z <= sum) break;
    threshold = (sum - 1) / count;
  }
  for (double& z : scores) z = std::max(0.0, z - threshold);
}

void entmax15(std::span<double> scores) {
  // In terms of y = z / 2: weights are (y − τ)² above τ, and y − max y <= −1 can't be.
  double sum = 0;
  double squares = 0;
  double threshold = 0;
  double count = 0;
  for (const double z : candidates(scores, 2)) {
    const double y = z / 2;
    sum += y;
    squares += y * y;
    count += 1;
    const double mean = sum / count;
    const double spread = squares - sum * mean;
    const double tau = mean - std::sqrt(std::max(0.0, (1 - spread) / count));
    if (tau > y) break;
    threshold = tau;
  }
  for (double& z : scores) {
    const double above = std::max(0.0, z / 2 - threshold);
    z = above * above;
  }
}

bool normalize_row(const Normalizer& normalizer, std::span<float> row, std::vector<double>& seen) {
  seen.clear();
  for (const float score : row) {
    if (score != kMasked) seen.push_back(score);
  }
  if (!seen.empty()) weigh(normalizer, seen);
  auto weight = seen.begin();
  for (float& score : row) score = score != kMasked ? static_cast<float>(*weight++) : 0.0f;
  return !seen.empty();
}

Matrix normalize(const Normalizer& normalizer, const Matrix& scores) {
  Matrix weights = scores;
  std::vector<double> seen;
  seen.reserve(static_cast<std::size_t>(scores.cols()));
  for (Index i = 0; i < weights.rows(); ++i) {
    normalize_row(normalizer, {weights.row(i).data(), static_cast<std::size_t>(weights.cols())},
                  seen);
  }
  return weights;
}

std::span<const NormalizerKind> normalizer_kinds() { return kNormalizerKinds; }
const NormalizerKind& normalizer_kind(std::string_view id) {
  return row_of(normalizer_kinds(), id);
}

}  // namespace attn
