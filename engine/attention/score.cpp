#include "engine/attention/score.h"

#include <array>
#include <cmath>

#include "engine/attention/lookup.h"
#include "engine/attention/norm.h"
#include "engine/attention/shapes.h"
#include "engine/attention/trace.h"
#include "engine/base/product.h"

namespace attn {
namespace {

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

/// scale · q · kᵀ. Luong et al. 2015, eq. 7 (dot).
Matrix dot_scores(const Score& score, const Head&, const Matrix& q, const Matrix& k) {
  return product(q, k.transpose(), score.scale);
}

/// q · kᵀ / √dk. Vaswani et al. 2017, eq. 1.
Matrix scaled_dot_scores(const Score&, const Head&, const Matrix& q, const Matrix& k) {
  return product(q, k.transpose(), 1 / std::sqrt(static_cast<double>(k.cols())));
}

/// q · w_a · kᵀ. Luong et al. 2015, eq. 7 (general).
Matrix general_scores(const Score&, const Head& head, const Matrix& q, const Matrix& k) {
  if (!head.w_a) return product(q, k.transpose());
  const WideMatrix aligned = q.cast<double>() * (**head.w_a).cast<double>();
  return product(aligned, k.transpose());
}

/// tanh(q + k) · v for each pair of rows; w_q and w_k are the paper's W_a and U_a.
/// Bahdanau et al. 2015, appendix A.1.2. With `leaky_relu` in place of tanh: Brody et al. 2022,
/// eq. 7 (GATv2).
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

/// −½ · width² · ‖q − k‖² for each pair of rows, by differences: equal rows score exactly 0.
/// After softmax the output is the Nadaraya–Watson regression (Nadaraya 1964, Watson 1964).
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

/// scale · q · kᵀ / (‖q‖ ‖k‖), 0 where either is 0. Graves et al. 2014, eq. 6.
Matrix cosine_scores(const Score& score, const Head&, const Matrix& q, const Matrix& k) {
  return product(unit_rows(q), unit_rows(k).transpose(), score.scale);
}

/// φ(q) · φ(k), φ(x) = x + 1 where x > 0, else e^x. Katharopoulos et al. 2020, eq. 7.
Matrix elu_scores(const Score&, const Head&, const Matrix& q, const Matrix& k) {
  return product(elu_features(q), elu_features(k).transpose());
}

/// The head's own scores, kMasked where a key is not seen.
Matrix given_scores(const Score&, const Head& head, const Matrix&, const Matrix&) {
  return **head.scores;
}

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

using enum PairSum::RowForm;

constexpr std::array kScoreKinds{
    ScoreKind{
        "dot",
        "Dot product",
        R"(s_{\query{i}\key{j}} = \mathrm{scale} \cdot \query{\mathbf{q}_i} \cdot \key{\mathbf{k}_j})",
        kScale,
        {},
        dot_scores,
        {Pairing::kProduct, kAsTheyAre, scale_of}},
    ScoreKind{
        "scaled_dot",
        "Scaled dot product",
        R"(s_{\query{i}\key{j}} = \frac{\query{\mathbf{q}_i} \cdot \key{\mathbf{k}_j}}{\sqrt{d_\mathrm{k}}})",
        kAnyScore,
        {},
        scaled_dot_scores,
        {Pairing::kProduct, kAsTheyAre, one_over_root},
        1,
        "dot"},
    ScoreKind{
        "general",
        "General",
        R"(s_{\query{i}\key{j}} = \query{\mathbf{q}_i} \mathbf{W}_\mathrm{A} \cdot \key{\mathbf{k}_j})",
        kAnyScore,
        kAlignment,
        general_scores,
        {Pairing::kProduct, kAligned, one}},
    ScoreKind{
        "additive",
        "Additive",
        R"(s_{\query{i}\key{j}} = \tanh(\query{\mathbf{q}_i} + \key{\mathbf{k}_j}) \cdot \mathbf{v}_\mathrm{A})",
        kBend,
        kEnergy,
        additive_scores,
        {Pairing::kTanhOfSum, kAsTheyAre, one}},
    ScoreKind{
        "gaussian",
        "Gaussian kernel",
        R"(s_{\query{i}\key{j}} = -\frac{\mathrm{width}^2}{2} \lVert \query{\mathbf{q}_i} - \key{\mathbf{k}_j} \rVert^2)",
        kAnyScore,
        kWidth,
        gaussian_scores,
        {Pairing::kSquaredDifference, kAsTheyAre, half_square_of_width}},
    ScoreKind{
        "cosine",
        "Cosine",
        R"(s_{\query{i}\key{j}} = \mathrm{scale} \cdot \frac{\query{\mathbf{q}_i} \cdot \key{\mathbf{k}_j}}{\lVert \query{\mathbf{q}_i} \rVert \, \lVert \key{\mathbf{k}_j} \rVert})",
        kScale,
        {},
        cosine_scores,
        {Pairing::kProduct, kUnit, scale_of}},
    ScoreKind{
        "elu",
        "ELU features",
        R"(s_{\query{i}\key{j}} = \phi(\query{\mathbf{q}_i}) \cdot \phi(\key{\mathbf{k}_j}), \quad \phi(x) = )"
        R"(x + 1 \text{ if } x > 0\text{, else } e^x)",
        kAnyScore,
        {},
        elu_scores,
        {},
        2,
        {},
        true},
    ScoreKind{"given",
              "Given",
              R"(s_{\query{i}\key{j}} = \mathrm{scores}_{\query{i}\key{j}})",
              kAnyScore,
              kGiven,
              given_scores,
              {},
              2},
};

}  // namespace

double score_factor(const Scene& scene, std::size_t h) {
  const ScoreKind& kind = *scene.score.kind;
  if (!kind.plain.empty()) {
    return kind.pair_sum.factor(scene.score, scene.heads[h], width_of_k(scene, h));
  }
  return takes(kind, "scale") ? static_cast<double>(scene.score.scale) : 1.0;
}

Score plain_score(const Score& score) {
  Score plain;
  plain.kind = score.kind->plain.empty() ? score.kind : &score_kind(score.kind->plain);
  plain.bend = score.bend;
  return plain;
}

std::vector<std::string> score_formulas(const Score& score) {
  constexpr std::string_view kName = R"(s_{\query{i}\key{j}})", kTanh = R"(\tanh)";
  std::string made(score.kind->formula);
  const std::size_t bend = made.find(kTanh);
  if (score.bend == Bend::kLeakyRelu && bend != std::string::npos) {
    made.replace(bend, kTanh.size(), R"(\operatorname{LeakyReLU})");
  }
  if (!score.cap) return {made};
  constexpr std::string_view kUncapped = R"(s'_{\query{i}\key{j}})";
  made.replace(made.find(kName), kName.size(), kUncapped);
  return {made, std::string(kName) + R"( = \mathrm{cap} \cdot \tanh\left(\frac{)" +
                    std::string(kUncapped) + R"(}{\mathrm{cap}}\right))"};
}

void cap_scores(const Score& score, Matrix& scores) {
  if (!score.cap) return;
  const double cap = *score.cap;
  scores = scores.unaryExpr([cap](float a) {
    return a == kMasked ? a : static_cast<float>(cap * std::tanh(static_cast<double>(a) / cap));
  });
}

bool has_norm(const Score& score) { return !score.norm->does_nothing; }
bool has_given_scores(const Score& score) { return takes_of_head(*score.kind, "scores"); }

std::span<const ScoreKind> score_kinds() { return kScoreKinds; }
const ScoreKind& score_kind(std::string_view id) { return row_of(score_kinds(), id); }

}  // namespace attn
