#include "engine/attention/normalize.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include "engine/attention/lookup.h"
#include "engine/attention/trace.h"

namespace attn {
namespace {

/// Scores that may get weight, largest first: those within `reach` of the largest.
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

/// e^z / Σ e^z, 0 where z is −∞. Vaswani et al. 2017, eq. 1.
void softmax(const Normalizer&, std::span<double> scores) {
  Eigen::Map<Eigen::ArrayXd> z(scores.data(), std::ssize(scores));
  // Eigen's exp returns the smallest positive double for anything lower, including −∞.
  constexpr double kLeast = -708;
  z = (z < kLeast).select(0.0, z.exp());
  z /= z.sum();
}

/// Projection of z onto the simplex. Martins & Astudillo 2016, algorithm 1.
void sparsemax(const Normalizer&, std::span<double> scores) {
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

/// 1.5-entmax, exact, by sorting. Peters et al. 2019, eq. 10 and algorithm 2.
void entmax15(const Normalizer&, std::span<double> scores) {
  // With y = z / 2: weights are (y − τ)² above τ, and y − max y > −1.
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

/// alpha-entmax, by bisection to double precision. Peters et al. 2019, eq. 10 and algorithm 1.
void entmax(const Normalizer& normalizer, std::span<double> scores) {
  const double alpha = normalizer.alpha;
  // With y = (alpha − 1) · z: weights are (y − τ)^power above τ; τ is at least −1 and at most the
  // threshold of equal weights.
  const double power = 1 / (alpha - 1);
  std::vector<double> able;
  for (const double z : scores) {
    if (const double y = (alpha - 1) * z; y > -1) able.push_back(y);
  }
  const auto weight = [&](double y, double tau) { return y > tau ? std::pow(y - tau, power) : 0; };
  double low = -1;
  double high = -std::pow(static_cast<double>(able.size()), 1 - alpha);
  constexpr int kMost = 100;  // upper bound; adjacent doubles end the search earlier
  for (int n = 0; n < kMost && low < high; ++n) {
    const double tau = low + (high - low) / 2;
    if (tau <= low || tau >= high) break;
    double sum = 0;
    for (const double y : able) sum += weight(y, tau);
    (sum >= 1 ? low : high) = tau;
  }
  double sum = 0;
  for (const double y : able) sum += weight(y, low);
  for (double& z : scores) z = weight((alpha - 1) * z, low) / sum;
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

/// s / T, with 0 / 0 = 0, the limit for T → 0.
double by_temperature(double score, double T) { return score == 0 ? 0 : score / T; }

/// σ(s / T + offset), each score independently. Ramapuram et al. 2024, eq. 3.
void weigh_sigmoid(const Normalizer& normalizer, Index all, std::span<double> scores) {
  const double offset =
      normalizer.offset ? *normalizer.offset : -std::log(static_cast<double>(all));
  const double T = normalizer.temperature;
  for (double& s : scores) s = sigmoid(by_temperature(s, T) + offset);
}

/// max(s / T, 0) / n for n visible keys. Wortsman et al. 2023, section 3.
void weigh_relu(const Normalizer& normalizer, Index, std::span<double> scores) {
  const double T = normalizer.temperature;
  const auto n = static_cast<double>(scores.size());
  for (double& s : scores) s = std::max(0.0, s / T) / n;
}

/// s / Σ s: linear attention for positive features. Katharopoulos et al. 2020, eq. 4.
void weigh_sum(const Normalizer&, Index, std::span<double> scores) {
  const double sum = std::accumulate(scores.begin(), scores.end(), 0.0);
  for (double& s : scores) s = sum == 0 ? 0 : s / sum;
}

/// Identity: unnormalised linear attention for product scores. Schlag et al. 2021, section 3.1; von
/// Oswald et al. 2023, eq. 2.
void weigh_none(const Normalizer&, Index, std::span<double>) {}

// Jacobian terms r(w), and regularisers Ω of the Fenchel–Young losses.

double give_own(const Normalizer&, double weight) { return weight; }
double give_evenly(const Normalizer&, double weight) { return weight > 0 ? 1 : 0; }
double give_root(const Normalizer&, double weight) { return std::sqrt(weight); }
double give_power(const Normalizer& normalizer, double weight) {
  return weight > 0 ? std::pow(weight, 2 - static_cast<double>(normalizer.alpha)) : 0;
}

/// Σ w ln w.
double negative_entropy(std::span<const double> weights) {
  double sum = 0;
  for (const double w : weights) sum += w > 0 ? w * std::log(w) : 0;
  return sum;
}
/// ½ Σ w².
double half_of_squares(std::span<const double> weights) {
  double sum = 0;
  for (const double w : weights) sum += w * w;
  return sum / 2;
}
/// Σ w^1.5 / (1.5 · 0.5).
double powers_of_one_and_a_half(std::span<const double> weights) {
  double sum = 0;
  for (const double w : weights) sum += std::pow(std::max(w, 0.0), 1.5);
  return sum / 0.75;
}

/// Backward of w = σ(s / T + offset): w (1 − w) g.
void sigmoid_backward(WeighedLine& line) {
  const double T = line.normalizer.temperature;
  for (std::size_t n = 0; n < line.by.size(); ++n) {
    const double w = line.weights[n];
    const double by = w * (1 - w) * line.by[n];
    line.by_offset += by;
    line.by[n] = T == 0 ? 0 : by / T;
    if (T > 0) line.by_temperature -= by * line.scores[n] / (T * T);
  }
}

/// Backward of w = max(s / T, 0) / n.
void relu_backward(WeighedLine& line) {
  const double T = line.normalizer.temperature;
  const auto n = static_cast<double>(line.by.size());
  for (std::size_t m = 0; m < line.by.size(); ++m) {
    const double by = line.scores[m] > 0 ? line.by[m] / n : 0;
    line.by[m] = by / T;
    line.by_temperature -= by * line.scores[m] / (T * T);
  }
}

/// Backward of w = s / Σ s: (g − g · w) / Σ s, and 0 if the sum is 0.
void sum_backward(WeighedLine& line) {
  const double sum = std::accumulate(line.scores.begin(), line.scores.end(), 0.0);
  const double mean = std::inner_product(line.by.begin(), line.by.end(), line.weights.begin(), 0.0);
  for (double& by : line.by) by = sum == 0 ? 0 : (by - mean) / sum;
}

void none_backward(WeighedLine&) {}

constexpr Parameter kAnyNormalizer[] = {{"temperature"}, {"length", false, 2}, {"over", false, 2}};
constexpr Parameter kEntmax[] = {
    {"temperature"}, {"alpha", false, 2}, {"length", false, 2}, {"over", false, 2}};
constexpr Parameter kTopK[] = {
    {"temperature"}, {"k", true, 2}, {"length", false, 2}, {"over", false, 2}};
constexpr Parameter kSigmoid[] = {
    {"temperature"}, {"offset", false, 2}, {"length", false, 2}, {"over", false, 2}};
constexpr Parameter kOverAlone[] = {{"over", false, 2}};

constexpr std::array kNormalizerKinds{
    NormalizerKind{
        .id = "softmax",
        .label = "Softmax",
        .formula =
            R"(\alpha_{\query{i}\key{j}} = \frac{e^{s_{\query{i}\key{j}} / T}}{\sum_m e^{s_{\query{i}m} / T}})",
        .parameters = kAnyNormalizer,
        .weigh = softmax,
        .products = 1,  // divided by the sum
        .is_exponential = true,
        .jacobian_term = give_own,
        .omega = negative_entropy},
    NormalizerKind{
        .id = "sparsemax",
        .label = "Sparsemax",
        .formula =
            R"(\alpha_{\query{i}\key{j}} = \max(0, \, s_{\query{i}\key{j}} / T - \tau_{\query{i}}))",
        .parameters = kAnyNormalizer,
        .weigh = sparsemax,
        .jacobian_term = give_evenly,
        .omega = half_of_squares},
    NormalizerKind{
        .id = "entmax15",
        .label = "1.5-entmax",
        .formula =
            R"(\alpha_{\query{i}\key{j}} = {\max\left(0, \, \frac{s_{\query{i}\key{j}}}{2 T} - \tau_{\query{i}}\right)}^2)",
        .parameters = kAnyNormalizer,
        .weigh = entmax15,
        .products = 2,  // s / 2, and its square
        .jacobian_term = give_root,
        .omega = powers_of_one_and_a_half},
    NormalizerKind{
        .id = "entmax",
        .label = "α-entmax",
        .formula =
            R"(\alpha_{\query{i}\key{j}} = {\max\left(0, \, (\mathrm{alpha} - 1) \frac{s_{\query{i}\key{j}}}{T} - \tau_{\query{i}}\right)}^{1/(\mathrm{alpha} - 1)})",
        .parameters = kEntmax,
        .weigh = entmax,
        .products = 2,  // multiplied by α − 1, divided by the sum
        .version = 2,
        .jacobian_term = give_power},
    NormalizerKind{
        .id = "topk",
        .label = "Top-k softmax",
        .formula =
            R"(\alpha_{\query{i}\key{j}} = \frac{e^{s_{\query{i}\key{j}} / T}}{\sum_m e^{s_{\query{i}m} / T}}, \quad k \text{ largest } s_{\query{i}m})",
        .parameters = kTopK,
        .weigh = softmax,
        .products = 1,
        .version = 2,
        .jacobian_term = give_own},
    NormalizerKind{
        .id = "sigmoid",
        .label = "Sigmoid",
        .formula =
            R"(\alpha_{\query{i}\key{j}} = \sigma(s_{\query{i}\key{j}} / T + \mathrm{offset}))",
        .parameters = kSigmoid,
        .weigh_each = weigh_sigmoid,
        .version = 2,
        .weighs_each_by_itself = true,
        .each_backward = sigmoid_backward},
    NormalizerKind{
        .id = "relu",
        .label = "ReLU",
        .formula =
            R"(\alpha_{\query{i}\key{j}} = \frac{\max(0, \, s_{\query{i}\key{j}} / T)}{n_{\query{i}}})",
        .parameters = kAnyNormalizer,
        .weigh_each = weigh_relu,
        .products = 1,  // divided by n
        .version = 2,
        .takes_zero = false,
        .weighs_each_by_itself = true,
        .counts_seen = true,
        .may_exceed_one = true,
        .each_backward = relu_backward},
    NormalizerKind{
        .id = "sum",
        .label = "Sum",
        .formula =
            R"(\alpha_{\query{i}\key{j}} = \frac{s_{\query{i}\key{j}}}{\sum_m s_{\query{i}m}})",
        .parameters = kOverAlone,
        .weigh_each = weigh_sum,
        .products = 1,
        .version = 2,
        .keeps_signs = true,
        .takes_decay = true,
        .divides_by_sum = true,
        .each_backward = sum_backward},
    NormalizerKind{.id = "none",
                   .label = "None",
                   .formula = R"(\alpha_{\query{i}\key{j}} = s_{\query{i}\key{j}})",
                   .parameters = kOverAlone,
                   .weigh_each = weigh_none,
                   .version = 2,
                   .weighs_each_by_itself = true,
                   .keeps_signs = true,
                   .may_exceed_one = true,
                   .is_identity = true,
                   .each_backward = none_backward},
};

/// Sets all but the k largest, and ties with the k-th, to −∞. Gupta et al. 2021, section 3.
void keep_largest(Index k, std::span<double> scores) {
  if (k >= std::ssize(scores)) return;
  std::vector<double> sorted(scores.begin(), scores.end());
  const auto last = sorted.begin() + (k - 1);
  std::ranges::nth_element(sorted, last, std::greater<>());
  for (double& s : scores) {
    if (s < *last) s = -std::numeric_limits<double>::infinity();
  }
}

/// Maps (score − largest score) / T to weights that sum to 1, with the limits T = 0 and T = ∞.
void weigh_to_one(const Normalizer& normalizer, std::span<double> scores) {
  const double largest = *std::ranges::max_element(scores);
  const double T = normalizer.temperature;
  if (T == 0) return share_equally(scores, largest);
  if (std::isinf(T)) return share_equally(scores, *std::ranges::min_element(scores));
  // Keys are selected before the subtraction, after which small scores could round to ties.
  if (takes(*normalizer.kind, "k")) keep_largest(normalizer.k, scores);
  for (double& s : scores) s = (s - largest) / T;
  normalizer.kind->weigh(normalizer, scores);
}

std::vector<double> seen_scores(std::span<const float> row) {
  std::vector<double> seen;
  std::ranges::copy_if(row, std::back_inserter(seen), [](float s) { return s != kMasked; });
  return seen;
}

}  // namespace

/// Nakanishi 2025, eq. 6.
double factor_of_length(const Normalizer& normalizer, std::size_t n) {
  if (!normalizer.length || !takes(*normalizer.kind, "length")) return 1;
  return static_cast<double>(*normalizer.length) * std::log(static_cast<double>(n));
}

double weigh_seen(const Normalizer& normalizer, Index all, std::optional<float> sink,
                  std::vector<double>& scores) {
  const double factor = factor_of_length(normalizer, scores.size());
  if (factor != 1) {
    for (double& s : scores) s *= factor;
  }
  if (sink) scores.push_back(*sink);
  if (normalizer.kind->sums_to_one()) {
    weigh_to_one(normalizer, scores);
  } else {
    normalizer.kind->weigh_each(normalizer, all, scores);
  }
  if (!sink) return 0;
  const double share = scores.back();
  scores.pop_back();
  return share;
}

WideMatrix normalize_columns(const Normalizer& normalizer, const Matrix& scores) {
  WideMatrix weights = WideMatrix::Zero(scores.rows(), scores.cols());
  std::vector<double> seen;
  for (Index j = 0; j < scores.cols(); ++j) {
    seen.clear();
    for (Index i = 0; i < scores.rows(); ++i) {
      if (scores(i, j) != kMasked) seen.push_back(scores(i, j));
    }
    if (!seen.empty()) weigh_seen(normalizer, scores.rows(), std::nullopt, seen);
    auto weight = seen.begin();
    for (Index i = 0; i < scores.rows(); ++i) {
      if (scores(i, j) != kMasked) weights(i, j) = *weight++;
    }
  }
  return weights;
}

/// Locatello et al. 2020, algorithm 1, lines 7 and 8.
void divide_rows_by_sums(WideMatrix& weights) {
  for (Index i = 0; i < weights.rows(); ++i) {
    const double sum = weights.row(i).sum();
    if (sum != 0) weights.row(i) /= sum;
  }
}

bool normalize_row(const Normalizer& normalizer, std::span<float> row, std::vector<double>& seen,
                   std::optional<float> sink) {
  seen.clear();
  for (const float score : row) {
    if (score != kMasked) seen.push_back(score);
  }
  if (!seen.empty()) weigh_seen(normalizer, std::ssize(row), sink, seen);
  auto weight = seen.begin();
  for (float& score : row) score = score != kMasked ? static_cast<float>(*weight++) : 0.0f;
  return !seen.empty();
}

Eigen::VectorXd sink_shares(const Normalizer& normalizer, const Matrix& scores, float sink) {
  Eigen::VectorXd shares = Eigen::VectorXd::Zero(scores.rows());
  for (Index i = 0; i < scores.rows(); ++i) {
    const auto row = scores.row(i);
    std::vector<double> seen = seen_scores({row.data(), static_cast<std::size_t>(row.size())});
    if (!seen.empty()) shares(i) = weigh_seen(normalizer, row.size(), sink, seen);
  }
  return shares;
}

Matrix normalize(const Normalizer& normalizer, const Matrix& scores, std::optional<float> sink) {
  if (normalizer.over != Over::kKeys) {
    WideMatrix weights = normalize_columns(normalizer, scores);
    if (normalizer.over == Over::kQueriesThenKeys) divide_rows_by_sums(weights);
    return weights.cast<float>();
  }
  Matrix weights = scores;
  std::vector<double> seen;
  seen.reserve(static_cast<std::size_t>(scores.cols()) + 1);
  for (Index i = 0; i < weights.rows(); ++i) {
    normalize_row(normalizer, {weights.row(i).data(), static_cast<std::size_t>(weights.cols())},
                  seen, sink);
  }
  return weights;
}

std::span<const NormalizerKind> normalizer_kinds() { return kNormalizerKinds; }
const NormalizerKind& normalizer_kind(std::string_view id) {
  return row_of(normalizer_kinds(), id);
}

}  // namespace attn
