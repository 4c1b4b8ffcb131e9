#include "engine/attention/score.h"

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/fast/evaluate.h"
#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"

namespace attn::score_test {
namespace {

using namespace attn::test;

/// a(q, k) of one pair, written from the table of the format, in double precision. What it lacks
/// has its golden cases, as every kind.
std::optional<double> plain_score(std::string_view id, const Score& score, const Head& head,
                                  const Eigen::RowVectorXd& q, const Eigen::RowVectorXd& k) {
  if (id == "dot") return score.scale * q.dot(k);
  if (id == "scaled_dot") return q.dot(k) / std::sqrt(static_cast<double>(k.cols()));
  if (id == "general") return (q * (**head.w_a).cast<double>()).dot(k);
  if (id == "additive") {
    return (q + k).array().tanh().matrix().dot((**head.v).cast<double>());
  }
  if (id == "gaussian") return -0.5 * std::pow(*head.width, 2) * (q - k).squaredNorm();
  if (id == "cosine") return score.scale * q.dot(k) / (q.norm() * k.norm());
  if (id == "elu") {
    const auto feature = [](double x) { return x > 0 ? x + 1 : std::exp(x); };
    return q.unaryExpr(feature).dot(k.unaryExpr(feature));
  }
  return std::nullopt;
}

Head full_head(Random& random, Index d) {
  Head head;
  head.w_a = random.matrix(d, d);
  head.v = random.row(d);
  head.width = 0.75f;
  return head;
}

TEST(Score, EachKindIsItsFormula) {
  for (const ScoreKind& kind : score_kinds()) {
    if (has_given_scores({&kind})) continue;
    SCOPED_TRACE(kind.id);
    for (const Index d : {1, 2, 5, 64}) {
      Random random(case_seed(kind.id, d));
      const Matrix q = random.matrix(7, d);
      const Matrix k = random.matrix(19, d);
      const Head head = full_head(random, d);
      const Score score{&kind, 1.5f};
      const Matrix found = kind.scores(score, head, q, k);
      ASSERT_EQ(found.rows(), 7);
      ASSERT_EQ(found.cols(), 19);
      for (Index i = 0; i < found.rows(); ++i) {
        for (Index j = 0; j < found.cols(); ++j) {
          const auto expected =
              plain_score(kind.id, score, head, q.row(i).cast<double>(), k.row(j).cast<double>());
          if (!expected) continue;
          EXPECT_NEAR(found(i, j), *expected, 2e-6 + 1e-6 * std::abs(*expected));
        }
      }
    }
  }
}

TEST(Score, AbsentHeadParametersAreOnesAndIdentities) {
  Random random(case_seed());
  const Matrix q = random.matrix(3, 4);
  const Matrix k = random.matrix(5, 4);
  Head given;
  given.w_a = Matrix(Matrix::Identity(4, 4));
  given.v = RowVector(RowVector::Ones(4));
  given.width = 1;
  for (const ScoreKind& kind : score_kinds()) {
    if (has_given_scores({&kind})) continue;
    const Score score{&kind, 1};
    EXPECT_LE(distance(kind.scores(score, Head{}, q, k), kind.scores(score, given, q, k)), 1e-6f)
        << kind.id;
  }
}

TEST(Score, EqualKeysScoreEquallyWhereverTheyStand) {
  for (const ScoreKind& kind : score_kinds()) {
    if (has_given_scores({&kind})) continue;
    SCOPED_TRACE(kind.id);
    for (const Index L : {2, 5, 6, 33, 130}) {
      Random random(case_seed(kind.id, L));
      const Matrix q = random.matrix(9, 12);
      Matrix k = random.matrix(L, 12);
      k.row(L - 1) = k.row(0);
      k.row(L / 2) = k.row(0);
      const Matrix scores = kind.scores({&kind, 0.3f}, full_head(random, 12), q, k);
      EXPECT_EQ(scores.col(L - 1), scores.col(0));
      EXPECT_EQ(scores.col(L / 2), scores.col(0));
    }
  }
}

TEST(Score, GeneralWithWeightsIsDotOfProjectedKeys) {
  // q · w_a · kᵀ = q · (k · w_aᵀ)ᵀ, with q and k of different widths.
  Random random(case_seed());
  Scene general = cross_attention(4, 6, 3, 5);
  general.score.kind = &score_kind("general");
  const Matrix w_a = random.matrix(3, 5);
  general.heads[0].w_a = w_a;
  Scene dot = general;
  dot.score.kind = &score_kind("dot");
  dot.heads[0].w_a.reset();
  dot.heads[0].w_k = Matrix(w_a.transpose());
  ASSERT_FALSE(check(general));
  ASSERT_FALSE(check(dot));
  EXPECT_LE(distance(evaluate(general).heads[0].scores, evaluate(dot).heads[0].scores), 1e-5f);
  EXPECT_LE(distance(evaluate(general).heads[0].output, evaluate(dot).heads[0].output), 1e-5f);
}

TEST(Score, GaussianInOneDimensionIsNadarayaWatsonRegression) {
  Random random(case_seed());
  const Index n = 40;
  Scene scene = cross_attention(15, n, 1, 1);
  scene.values = random.matrix(n, 1);
  scene.score.kind = &score_kind("gaussian");
  scene.heads[0].width = 2.5f;
  const Trace trace = evaluate(scene);
  for (Index i = 0; i < 15; ++i) {
    const double x = (*scene.queries->embeddings)(i, 0);
    double above = 0;
    double below = 0;
    for (Index j = 0; j < n; ++j) {
      const double u = (x - (*scene.embeddings)(j, 0)) * 2.5;
      const double kernel = std::exp(-u * u / 2) / std::sqrt(2 * M_PI);
      above += kernel * (**scene.values)(j, 0);
      below += kernel;
    }
    EXPECT_NEAR((*trace.output)(i, 0), above / below, 2e-6);
  }
}

TEST(Score, GaussianOfEqualRowsIsExactlyZeroAndOthersAreSmall) {
  const Matrix q = matrix({{1e20f, 3}});
  const Matrix k = matrix({{1e20f, 3}, {1e20f, 4}});
  EXPECT_EQ(score_kind("gaussian").scores({}, {}, q, k), matrix({{0, -0.5f}}));
}

TEST(Score, CosineIsBoundedAndZeroForZeroVectors) {
  Random random(case_seed());
  Matrix q = random.matrix(4, 3, 1e15f);
  Matrix k = random.matrix(5, 3, 1e-15f);
  k.row(2).setZero();
  const ScoreKind& cosine = score_kind("cosine");
  const Matrix scores = cosine.scores({&cosine, 1}, {}, q, k);
  EXPECT_LE(scores.cwiseAbs().maxCoeff(), 1.0f);
  EXPECT_EQ(scores.col(2), Matrix::Zero(4, 1));
  EXPECT_NEAR(cosine.scores({}, {}, q, q)(1, 1), 1, 1e-7);
}

TEST(Score, SumsAreNotLostInLargeTerms) {
  // 1e30 − 1e30 + 1 in any order.
  const Matrix q = matrix({{1e15f, 1e15f, 1}});
  const Matrix k = matrix({{1, -1, 1}});
  EXPECT_EQ(score_kind("dot").scores({}, {}, q, k)(0, 0), 1);
}

TEST(Score, AdditiveSaturates) {
  const Matrix q = matrix({{3e38f, -3e38f, 1e-20f}});
  const Matrix k = matrix({{3e38f, -3e38f, 0}});
  Head head;
  head.v = RowVector(matrix({{1, 2, 1e20f}}));
  EXPECT_NEAR(score_kind("additive").scores({}, head, q, k)(0, 0), 1 - 2 + 1, 1e-6);
}

TEST(ScoreTable, SaysWhatItNeeds) {
  EXPECT_EQ(score_kind("dot").parameters[0].key, "scale");
  EXPECT_EQ(score_kind("general").head_parameters[0].key, "w_a");
  EXPECT_EQ(score_kind("given").head_parameters[0].key, "scores");
}

/// The panel's formula includes all steps of the computed score, not only its kind.
TEST(Score, FormulasHaveTheBendAndTheCap) {
  Score score;
  score.kind = &score_kind("additive");
  EXPECT_EQ(score_formulas(score), std::vector<std::string>{std::string(score.kind->formula)});
  score.bend = Bend::kLeakyRelu;
  score.cap = 3;
  const std::vector<std::string> formulas = score_formulas(score);
  ASSERT_EQ(formulas.size(), 2u);
  EXPECT_TRUE(formulas[0].starts_with(R"(s'_{\query{i}\key{j}} = \operatorname{LeakyReLU})"));
  EXPECT_NE(formulas[1].find(R"(s_{\query{i}\key{j}} = \mathrm{cap} \cdot \tanh)"),
            std::string::npos);
}

}  // namespace
}  // namespace attn::score_test
