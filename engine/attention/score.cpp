#include "engine/attention/score.h"

#include <array>
#include <cmath>

#include "engine/attention/lookup.h"
#include "engine/attention/trace.h"
#include "engine/base/product.h"

namespace attn {
namespace {

// Any kind may normalise queries and keys, and cap its scores.
constexpr Parameter kAnyScore[] = {{"norm", false, 2}, {"epsilon", false, 2}, {"cap", false, 2}};
constexpr Parameter kScale[] = {
    {"scale"}, {"norm", false, 2}, {"epsilon", false, 2}, {"cap", false, 2}};
constexpr Parameter kBend[] = {
    {"bend", false, 2}, {"norm", false, 2}, {"epsilon", false, 2}, {"cap", false, 2}};
constexpr Parameter kAlignment[] = {{"w_a"}};
constexpr Parameter kEnergy[] = {{"v"}};
constexpr Parameter kWidth[] = {{"width"}};
constexpr Parameter kGiven[] = {{"scores", true, 2}};

double scale_of(const Score& score, const Head&, Index) { return score.scale; }
double one_over_root(const Score&, const Head&, Index dk) {
  return 1 / std::sqrt(static_cast<double>(dk));
}
double one(const Score&, const Head&, Index) { return 1; }
double half_square_of_width(const Score&, const Head& head, Index) {
  const double width = head.width.value_or(1.0f);
  return -0.5 * width * width;
}

using enum PairSum::Rows;

constexpr std::array kScoreKinds{
    ScoreKind{"dot",
              "Dot product",
              "sᵢⱼ = scale · qᵢ · kⱼ",
              kScale,
              {},
              dot_scores,
              {Pairing::kProduct, kAsTheyAre, scale_of}},
    ScoreKind{"scaled_dot",
              "Scaled dot product",
              "sᵢⱼ = qᵢ · kⱼ / √dₖ",
              kAnyScore,
              {},
              scaled_dot_scores,
              {Pairing::kProduct, kAsTheyAre, one_over_root}},
    ScoreKind{"general",
              "General",
              "sᵢⱼ = qᵢ · W_A · kⱼ",
              kAnyScore,
              kAlignment,
              general_scores,
              {Pairing::kProduct, kAligned, one}},
    ScoreKind{"additive",
              "Additive",
              "sᵢⱼ = tanh(qᵢ + kⱼ) · v_A",
              kBend,
              kEnergy,
              additive_scores,
              {Pairing::kTanhOfSum, kAsTheyAre, one}},
    ScoreKind{"gaussian",
              "Gaussian kernel",
              "sᵢⱼ = −½ · width² · ‖qᵢ − kⱼ‖²",
              kAnyScore,
              kWidth,
              gaussian_scores,
              {Pairing::kSquaredDifference, kAsTheyAre, half_square_of_width}},
    ScoreKind{"cosine",
              "Cosine",
              "sᵢⱼ = scale · qᵢ · kⱼ / (‖qᵢ‖ · ‖kⱼ‖)",
              kScale,
              {},
              cosine_scores,
              {Pairing::kProduct, kUnit, scale_of}},
    ScoreKind{"elu",
              "ELU features",
              "sᵢⱼ = φ(qᵢ) · φ(kⱼ), φ(x) = x + 1 if x > 0, else exp(x)",
              kAnyScore,
              {},
              elu_scores,
              {},
              2},
    ScoreKind{"given", "Given", "sᵢⱼ = scores[i][j]", kAnyScore, kGiven, given_scores, {}, 2},
};

/// tanh, or x where x > 0, else 0.2 · x.
double bent(Bend bend, double x) {
  if (bend == Bend::kTanh) return std::tanh(x);
  return x > 0 ? x : 0.2 * x;
}

WideMatrix elu_features(const Matrix& m) {
  return m.cast<double>().unaryExpr([](double x) { return x > 0 ? x + 1 : std::exp(x); });
}

/// Rows of length 1; zero rows stay zero.
WideMatrix unit_rows(const Matrix& m) {
  WideMatrix unit = m.cast<double>();
  for (Index i = 0; i < unit.rows(); ++i) {
    const double length = unit.row(i).norm();
    if (length > 0) unit.row(i) /= length;
  }
  return unit;
}

}  // namespace

Matrix dot_scores(const Score& score, const Head&, const Matrix& q, const Matrix& k) {
  return product(q, k.transpose(), score.scale);
}

Matrix scaled_dot_scores(const Score&, const Head&, const Matrix& q, const Matrix& k) {
  return product(q, k.transpose(), 1 / std::sqrt(static_cast<double>(k.cols())));
}

Matrix general_scores(const Score&, const Head& head, const Matrix& q, const Matrix& k) {
  if (!head.w_a) return product(q, k.transpose());
  const WideMatrix aligned = q.cast<double>() * (**head.w_a).cast<double>();
  return product(aligned, k.transpose());
}

Matrix additive_scores(const Score& score, const Head& head, const Matrix& q, const Matrix& k) {
  const auto bend = [&](double x) { return bent(score.bend, x); };
  const Eigen::ArrayXXd keys = k.array().cast<double>();
  Matrix scores(q.rows(), k.rows());
  Eigen::ArrayXd sum(k.rows());
  for (Index i = 0; i < q.rows(); ++i) {
    sum.setZero();
    for (Index c = 0; c < k.cols(); ++c) {
      const double energy = head.v ? static_cast<double>((**head.v)(c)) : 1.0;
      sum += energy * (keys.col(c) + static_cast<double>(q(i, c))).unaryExpr(bend);
    }
    scores.row(i) = sum.matrix().transpose().cast<float>();
  }
  return scores;
}

Matrix gaussian_scores(const Score&, const Head& head, const Matrix& q, const Matrix& k) {
  const double width = head.width.value_or(1.0f);
  const Eigen::ArrayXXd keys = k.array().cast<double>();
  Matrix scores(q.rows(), k.rows());
  Eigen::ArrayXd distance(k.rows());
  for (Index i = 0; i < q.rows(); ++i) {
    distance.setZero();
    for (Index c = 0; c < k.cols(); ++c) {
      distance += (keys.col(c) - static_cast<double>(q(i, c))).square();
    }
    scores.row(i) = (-0.5 * width * width * distance).matrix().transpose().cast<float>();
  }
  return scores;
}

Matrix cosine_scores(const Score& score, const Head&, const Matrix& q, const Matrix& k) {
  return product(unit_rows(q), unit_rows(k).transpose(), score.scale);
}

Matrix elu_scores(const Score&, const Head&, const Matrix& q, const Matrix& k) {
  return product(elu_features(q), elu_features(k).transpose());
}

Matrix given_scores(const Score&, const Head& head, const Matrix&, const Matrix&) {
  return **head.scores;
}

void cap_scores(const Score& score, Matrix& scores) {
  if (!score.cap) return;
  const double cap = *score.cap;
  scores = scores.unaryExpr([cap](float a) {
    return a == kMasked ? a : static_cast<float>(cap * std::tanh(static_cast<double>(a) / cap));
  });
}

std::span<const ScoreKind> score_kinds() { return kScoreKinds; }
const ScoreKind& score_kind(std::string_view id) { return row_of(score_kinds(), id); }

}  // namespace attn
