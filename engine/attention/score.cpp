#include "engine/attention/score.h"

#include <array>
#include <cmath>

#include "engine/attention/lookup.h"
#include "engine/attention/norm.h"
#include "engine/attention/shapes.h"
#include "engine/attention/trace.h"

namespace attn {
namespace {

/// tanh, or x where x > 0, else 0.2 · x.
double bent(Bend bend, double x) {
  if (bend == Bend::kTanh) return std::tanh(x);
  return x > 0 ? x : 0.2 * x;
}

double slope_of_bend(Bend bend, double x) {
  if (bend == Bend::kLeakyRelu) return x > 0 ? 1 : 0.2;
  const double t = std::tanh(x);
  return 1 - t * t;
}

template <typename M>
WideMatrix elu_features(const M& m) {
  return m.template cast<double>().unaryExpr([](double x) { return x > 0 ? x + 1 : std::exp(x); });
}

/// Rows of length 1; zero rows stay zero.
template <typename M>
WideMatrix unit_rows(const M& m) {
  WideMatrix unit = m.template cast<double>();
  for (Index i = 0; i < unit.rows(); ++i) {
    const double length = unit.row(i).norm();
    if (length > 0) unit.row(i) /= length;
  }
  return unit;
}

/// scale · q · kᵀ. Luong et al. 2015, eq. 7 (dot).
template <typename M>
M dot_scores(const Score& score, const Head&, const M& q, const M& k) {
  return product<M>(q, k.transpose(), score.scale);
}

/// q · kᵀ / √dk. Vaswani et al. 2017, eq. 1.
template <typename M>
M scaled_dot_scores(const Score&, const Head&, const M& q, const M& k) {
  return product<M>(q, k.transpose(), 1 / std::sqrt(static_cast<double>(k.cols())));
}

/// q · w_a · kᵀ. Luong et al. 2015, eq. 7 (general).
template <typename M>
M general_scores(const Score&, const Head& head, const M& q, const M& k) {
  if (!head.w_a) return product<M>(q, k.transpose());
  const WideMatrix aligned = q.template cast<double>() * (**head.w_a).cast<double>();
  return product<M>(aligned, k.transpose());
}

/// tanh(q + k) · v for each pair of rows; w_q and w_k are the paper's W_a and U_a.
/// Bahdanau et al. 2015, appendix A.1.2. With `leaky_relu` in place of tanh: Brody et al. 2022,
/// eq. 7 (GATv2).
template <typename M>
M additive_scores(const Score& score, const Head& head, const M& q, const M& k) {
  const auto bend = [&](double x) { return bent(score.bend, x); };
  const Eigen::ArrayXXd keys = k.array().template cast<double>();
  M scores(q.rows(), k.rows());
  Eigen::ArrayXd sum(k.rows());
  for (Index i = 0; i < q.rows(); ++i) {
    sum.setZero();
    for (Index c = 0; c < k.cols(); ++c) {
      const double energy = head.v ? static_cast<double>((**head.v)(c)) : 1.0;
      sum += energy * (keys.col(c) + static_cast<double>(q(i, c))).unaryExpr(bend);
    }
    scores.row(i) = sum.matrix().transpose().template cast<typename M::Scalar>();
  }
  return scores;
}

/// −½ · width² · ‖q − k‖² for each pair of rows, by differences: equal rows score exactly 0.
/// After softmax the output is the Nadaraya–Watson regression (Nadaraya 1964, Watson 1964).
template <typename M>
M gaussian_scores(const Score&, const Head& head, const M& q, const M& k) {
  const double width = head.width.value_or(1.0f);
  const Eigen::ArrayXXd keys = k.array().template cast<double>();
  M scores(q.rows(), k.rows());
  Eigen::ArrayXd distance(k.rows());
  for (Index i = 0; i < q.rows(); ++i) {
    distance.setZero();
    for (Index c = 0; c < k.cols(); ++c) {
      distance += (keys.col(c) - static_cast<double>(q(i, c))).square();
    }
    scores.row(i) =
        (-0.5 * width * width * distance).matrix().transpose().template cast<typename M::Scalar>();
  }
  return scores;
}

/// scale · q · kᵀ / (‖q‖ ‖k‖), 0 where either is 0. Graves et al. 2014, eq. 6.
template <typename M>
M cosine_scores(const Score& score, const Head&, const M& q, const M& k) {
  return product<M>(unit_rows(q), unit_rows(k).transpose(), score.scale);
}

/// φ(q) · φ(k), φ(x) = x + 1 where x > 0, else e^x. Katharopoulos et al. 2020, eq. 7.
template <typename M>
M elu_scores(const Score&, const Head&, const M& q, const M& k) {
  return product<M>(elu_features(q), elu_features(k).transpose());
}

/// Given scores of the head, kMasked for hidden keys.
template <typename M>
M given_scores(const Score&, const Head& head, const M&, const M&) {
  return (**head.scores).template cast<typename M::Scalar>();
}

// Backward passes; G is the gradient `by` of the scores (M x L). Each is checked against central
// differences.

/// c · q · kᵀ: dq = c G k, dk = c Gᵀ q.
void product_backward(const ScoreGradient& of, double factor, WideMatrix& by_q, WideMatrix& by_k) {
  by_q = factor * of.by * of.k;
  by_k = factor * of.by.transpose() * of.q;
}

void dot_backward(const ScoreGradient& of, WideMatrix& by_q, WideMatrix& by_k) {
  product_backward(of, of.score.scale, by_q, by_k);
  of.of_score.add("scale", of.by.cwiseProduct(of.q * of.k.transpose()).sum());
}

void scaled_dot_backward(const ScoreGradient& of, WideMatrix& by_q, WideMatrix& by_k) {
  product_backward(of, 1 / std::sqrt(static_cast<double>(of.k.cols())), by_q, by_k);
}

/// q · A · kᵀ: dq = G k Aᵀ, dk = Gᵀ q A, dA = qᵀ G k.
void general_backward(const ScoreGradient& of, WideMatrix& by_q, WideMatrix& by_k) {
  product_backward(of, 1, by_q, by_k);
  if (!of.head.w_a) return;
  const WideMatrix w_a = (**of.head.w_a).cast<double>();
  of.of_head.add("w_a", of.q.transpose() * of.by * of.k);
  by_q *= w_a.transpose();
  by_k *= w_a;
}

/// f(q + k) · v: with p = G v ∘ f′(q + k) for each pair, dq and dk are sums of p over keys and
/// queries; dv = Σ G f(q + k).
void additive_backward(const ScoreGradient& of, WideMatrix& by_q, WideMatrix& by_k) {
  by_q = WideMatrix::Zero(of.q.rows(), of.q.cols());
  by_k = WideMatrix::Zero(of.k.rows(), of.k.cols());
  WideRow by_v = WideRow::Zero(of.k.cols());
  for (Index i = 0; i < of.q.rows(); ++i) {
    for (Index j = 0; j < of.k.rows(); ++j) {
      const double by = of.by(i, j);
      if (by == 0) continue;
      for (Index c = 0; c < of.k.cols(); ++c) {
        const double energy = of.head.v ? static_cast<double>((**of.head.v)(c)) : 1.0;
        const double sum = of.q(i, c) + of.k(j, c);
        const double p = by * energy * slope_of_bend(of.score.bend, sum);
        by_q(i, c) += p;
        by_k(j, c) += p;
        by_v(c) += by * bent(of.score.bend, sum);
      }
    }
  }
  of.of_head.add("v", by_v);
}

/// −½ ω² ‖q − k‖²: dq = ω² (G k − G 1 ∘ q), dk the same with Gᵀ, dω = 2 / ω · Σ G ∘ s.
void gaussian_backward(const ScoreGradient& of, WideMatrix& by_q, WideMatrix& by_k) {
  const double width = of.head.width.value_or(1.0F);
  const Eigen::VectorXd of_queries = of.by.rowwise().sum(), of_keys = of.by.colwise().sum();
  by_q = width * width * (of.by * of.k - of_queries.asDiagonal() * of.q);
  by_k = width * width * (of.by.transpose() * of.q - of_keys.asDiagonal() * of.k);
  const WideMatrix scores = gaussian_scores(of.score, of.head, of.q, of.k);
  of.of_head.add("width", 2 / width * of.by.cwiseProduct(scores).sum());
}

/// c q̂ · k̂ᵀ of unit rows: dq = (g − (g · q̂) q̂) / ‖q‖ with g = c G k̂, dk in the same way; 0 for zero
/// rows.
void cosine_backward(const ScoreGradient& of, WideMatrix& by_q, WideMatrix& by_k) {
  const WideMatrix q = unit_rows(of.q), k = unit_rows(of.k);
  of.of_score.add("scale", of.by.cwiseProduct(q * k.transpose()).sum());
  const double scale = of.score.scale;
  by_q = scale * of.by * k;
  by_k = scale * of.by.transpose() * q;
  const NormKind& unit = norm_kind("l2");
  unit.backward(of.q, 0, by_q);
  unit.backward(of.k, 0, by_k);
}

/// φ(q) · φ(k): dq = G φ(k) ∘ φ′(q), dk in the same way. φ′ is 1 where x > 0, else e^x.
void elu_backward(const ScoreGradient& of, WideMatrix& by_q, WideMatrix& by_k) {
  const auto slope = [](double x) { return x > 0 ? 1 : std::exp(x); };
  by_q = (of.by * elu_features(of.k)).cwiseProduct(of.q.unaryExpr(slope));
  by_k = (of.by.transpose() * elu_features(of.q)).cwiseProduct(of.k.unaryExpr(slope));
}

/// Given scores do not depend on queries and keys.
void given_backward(const ScoreGradient& of, WideMatrix& by_q, WideMatrix& by_k) {
  by_q = WideMatrix::Zero(of.q.rows(), of.q.cols());
  by_k = WideMatrix::Zero(of.k.rows(), of.k.cols());
  of.of_head.add("scores", of.by);
}

// Parameters of every kind: normalisation of queries and keys, and a cap.
constexpr Parameter kAnyScore[] = {{"norm", false, 2}, {"epsilon", false, 2}, {"cap", false, 2}};
constexpr Parameter kScale[] = {
    {"scale"}, {"norm", false, 2}, {"epsilon", false, 2}, {"cap", false, 2}};
constexpr Parameter kBend[] = {
    {"bend", false, 2}, {"norm", false, 2}, {"epsilon", false, 2}, {"cap", false, 2}};
constexpr Parameter kNull[] = {
    {"null", false, 2}, {"norm", false, 2}, {"epsilon", false, 2}, {"cap", false, 2}};
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
        dot_scores<Matrix>,
        {dot_scores<WideMatrix>, dot_backward},
        {.pair_rows = 1, .is_product = true},
        {Pairing::kProduct, kAsTheyAre, scale_of}},
    ScoreKind{
        "scaled_dot",
        "Scaled dot product",
        R"(s_{\query{i}\key{j}} = \frac{\query{\mathbf{q}_i} \cdot \key{\mathbf{k}_j}}{\sqrt{d_\mathrm{k}}})",
        kAnyScore,
        {},
        scaled_dot_scores<Matrix>,
        {scaled_dot_scores<WideMatrix>, scaled_dot_backward},
        {.pair_rows = 1, .is_product = true},
        {Pairing::kProduct, kAsTheyAre, one_over_root},
        1,
        "dot"},
    ScoreKind{
        "general",
        "General",
        R"(s_{\query{i}\key{j}} = \query{\mathbf{q}_i} \mathbf{W}_\mathrm{A} \cdot \key{\mathbf{k}_j})",
        kAnyScore,
        kAlignment,
        general_scores<Matrix>,
        {general_scores<WideMatrix>, general_backward},
        {.pair_rows = 1, .is_product = true},
        {Pairing::kProduct, kAligned, one}},
    ScoreKind{
        "additive",
        "Additive",
        R"(s_{\query{i}\key{j}} = \tanh(\query{\mathbf{q}_i} + \key{\mathbf{k}_j}) \cdot \mathbf{v}_\mathrm{A})",
        kBend,
        kEnergy,
        additive_scores<Matrix>,
        {additive_scores<WideMatrix>, additive_backward},
        {},
        {Pairing::kTanhOfSum, kAsTheyAre, one}},
    ScoreKind{
        "gaussian",
        "Gaussian kernel",
        R"(s_{\query{i}\key{j}} = -\frac{\mathrm{width}^2}{2} \lVert \query{\mathbf{q}_i} - \key{\mathbf{k}_j} \rVert^2)",
        kAnyScore,
        kWidth,
        gaussian_scores<Matrix>,
        {gaussian_scores<WideMatrix>, gaussian_backward},
        {.pair_rows = 1, .pair = 1},
        {Pairing::kSquaredDifference, kAsTheyAre, half_square_of_width}},
    ScoreKind{
        "cosine",
        "Cosine",
        R"(s_{\query{i}\key{j}} = \mathrm{scale} \cdot \frac{\query{\mathbf{q}_i} \cdot \key{\mathbf{k}_j}}{\lVert \query{\mathbf{q}_i} \rVert \, \lVert \key{\mathbf{k}_j} \rVert})",
        kScale,
        {},
        cosine_scores<Matrix>,
        {cosine_scores<WideMatrix>, cosine_backward},
        {.query_rows = 2, .key_rows = 2, .pair_rows = 1, .is_product = true},
        {Pairing::kProduct, kUnit, scale_of}},
    ScoreKind{
        "elu",
        "ELU features",
        R"(s_{\query{i}\key{j}} = \phi(\query{\mathbf{q}_i}) \cdot \phi(\key{\mathbf{k}_j}), \quad \phi(x) = )"
        R"(x + 1 \text{ if } x > 0\text{, else } e^x)",
        kAnyScore,
        {},
        elu_scores<Matrix>,
        {elu_scores<WideMatrix>, elu_backward},
        {.pair_rows = 1, .is_product = true},
        {},
        2,
        {},
        true},
    ScoreKind{"given",
              "Given",
              R"(s_{\query{i}\key{j}} = \mathrm{scores}_{\query{i}\key{j}})",
              kNull,
              kGiven,
              given_scores<Matrix>,
              {given_scores<WideMatrix>, given_backward},
              {},
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

template <typename M>
void cap_scores(const Score& score, M& scores) {
  if (!score.cap) return;
  const double cap = *score.cap;
  const bool may_be_masked = has_given_scores(score);  // computed ones may overflow
  using Number = typename M::Scalar;
  scores = scores
               .unaryExpr([=](Number a) {
                 if (may_be_masked && a == kMasked) return a;
                 return static_cast<Number>(cap * std::tanh(static_cast<double>(a) / cap));
               })
               .eval();
}
template void cap_scores(const Score& score, Matrix& scores);
template void cap_scores(const Score& score, WideMatrix& scores);

void cap_scores_backward(const Score& score, const WideMatrix& raw, WideMatrix& by_scores,
                         const GradientsBelow& of_score) {
  if (!score.cap) return;
  const double cap = *score.cap;
  double by_cap = 0;
  for (Index i = 0; i < raw.rows(); ++i) {
    for (Index j = 0; j < raw.cols(); ++j) {
      double& by = by_scores(i, j);
      if (by == 0) continue;  // given scores may be infinite for hidden keys
      const double part = raw(i, j) / cap, t = std::tanh(part), slope = 1 - t * t;
      by_cap += by * (t - part * slope);
      by *= slope;
    }
  }
  of_score.add("cap", by_cap);
}

bool has_norm(const Score& score) { return !score.norm->does_nothing; }
bool has_given_scores(const Score& score) { return takes_of_head(*score.kind, "scores"); }

std::span<const ScoreKind> score_kinds() { return kScoreKinds; }
const ScoreKind& score_kind(std::string_view id) { return row_of(score_kinds(), id); }

}  // namespace attn
