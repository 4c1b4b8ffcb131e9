#include "engine/attention/ties.h"

#include <gtest/gtest.h>

#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/fast/evaluate.h"
#include "engine/reference/attention.h"
#include "engine/reference/check.h"
#include "tests/engine/random_scene.h"
#include "tests/engine/tie_scenes.h"
#include "tests/support/test_cases.h"

namespace attn::ties_test {
namespace {

using namespace attn::test;

TEST(Ties, AreThoseOfTheSceneSOwnNumbers) {
  for (unsigned seed = 0; seed < test_cases(40U); ++seed) {
    for (const TieScene& made : tie_scenes(seed)) {
      SCOPED_TRACE(made.name + " " + std::to_string(seed));
      ASSERT_FALSE(check(made.scene));
      EXPECT_EQ(evaluate_plainly(made.scene).heads[0].weights, made.weights);
    }
  }
}

constexpr Index kWidth = 6;

/// A small scene of few different numbers, of which many sums are the same, at temperature 0. The
/// last two of each key may be large: they cancel, and take along in doubles what is beside them.
Scene scene_of_few_numbers(Random& random) {
  const float some[] = {0, 0.1F, -0.1F, 0.3F, -0.3F, 0.7F};
  const auto few = [&](Index rows, Index cols) {
    return Matrix::NullaryExpr(rows, cols, [&] { return some[random.below(6)]; }).eval();
  };
  Matrix queries = few(1 + random.below(4), kWidth), keys = few(2 + random.below(9), kWidth);
  queries.rightCols(2).setConstant(0.1F);
  const float large = random.coin() ? 0x1p45F : 0;
  for (Index j = 0; j < keys.rows(); ++j) keys.row(j).tail(2) << large, -large;
  Scene scene = hard_scene(any_of(random, score_kinds())->id, queries, keys);
  set_score(random, *scene.score.kind, scene);
  Head& head = scene.heads[0];
  if (has_given_scores(scene.score)) {
    head.scores = few(scene.query_count(), scene.key_count());
  } else if (random.coin()) {
    head.w_q = few(kWidth, 3);
    Matrix w_k = few(kWidth, 3);
    w_k.row(kWidth - 1) = w_k.row(kWidth - 2);
    head.w_k = w_k;
    if (random.coin()) head.w_a = few(3, 3);
    if (random.coin()) head.v = RowVector(few(1, 3));
    if (random.coin()) head.b_k = RowVector(few(1, 3));
  }
  if (takes(*scene.score.kind, "bend") && random.coin()) scene.score.bend = Bend::kLeakyRelu;
  if (random.coin()) scene.score.norm = any_of(random, norm_kinds());
  if (random.coin()) scene.bias = few(scene.query_count(), scene.key_count());
  if (random.coin()) scene.score.cap = 0.5F;
  scene.normalizer.kind = any_of(random, normalizer_kinds());
  while (!jumps_at_ties(scene.normalizer)) {
    scene.normalizer.kind = any_of(random, normalizer_kinds());
  }
  if (random.coin()) scene.normalizer.over = static_cast<Over>(random.below(3));
  return scene;
}

std::vector<Index> random_order(Random& random, Index count) {
  std::vector<Index> order;
  for (Index n = 0; n < count; ++n) {
    order.insert(order.begin() + random.below(static_cast<int>(n) + 1), n);
  }
  return order;
}

template <typename Columns>
auto columns_in(const std::vector<Index>& order, const Columns& matrix) {
  auto ordered = matrix;
  for (std::size_t n = 0; n < order.size(); ++n) {
    ordered.col(static_cast<Index>(n)) = matrix.col(order[n]);
  }
  return ordered;
}

/// Permutes embedding dimensions, with queries and weights permuted alike: sums are equal.
Scene in_another_order(Random& random, const Scene& scene) {
  const std::vector<Index> order = random_order(random, kWidth);
  Scene other = scene;
  other.embeddings = columns_in(order, *scene.embeddings);
  other.queries->embeddings = columns_in(order, *scene.queries->embeddings);
  const auto rows_in = [&](std::optional<Cow<Matrix>>& weights) {
    if (weights) weights = Matrix(columns_in(order, (**weights).transpose().eval()).transpose());
  };
  rows_in(other.heads[0].w_q);
  rows_in(other.heads[0].w_k);
  return other;
}

TEST(Ties, ArePermutedWithTokens) {
  for (unsigned seed = 0; seed < test_cases(2000U); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Scene scene = scene_of_few_numbers(random);
    ASSERT_FALSE(check(scene));
    const std::vector<Index> order = random_order(random, scene.key_count());
    Scene permuted = in_another_order(random, scene);
    permuted.embeddings =
        Matrix(columns_in(order, permuted.embeddings->transpose().eval()).transpose());
    if (scene.bias) permuted.bias = columns_in(order, **scene.bias);
    Head& head = permuted.heads[0];
    if (head.scores) head.scores = columns_in(order, **head.scores);
    EXPECT_EQ(evaluate_plainly(permuted).heads[0].weights,
              columns_in(order, evaluate_plainly(scene).heads[0].weights))
        << scene.score.kind->id << " " << scene.score.norm->id;
  }
}

TEST(Ties, AreTheSameInAnyOrderOfSums) {
  for (unsigned seed = 0; seed < test_cases(2000U); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Scene scene = scene_of_few_numbers(random);
    const Scene other = in_another_order(random, scene);
    EXPECT_EQ(evaluate_plainly(other).heads[0].weights, evaluate_plainly(scene).heads[0].weights)
        << scene.score.kind->id << " " << scene.score.norm->id;
  }
}

/// Version 2's ways to a score.
TEST(Ties, HoldWithNormsBiasesAndOtherScores) {
  for (unsigned seed = 0; seed < test_cases(300U); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const ScoreKind* kind = any_of(random, score_kinds());
    if (has_given_scores({.kind = kind})) continue;
    TieScene made = swapped_halves(kind->id, seed);
    Scene& scene = made.scene;
    const Index dk = (*scene.heads[0].w_k)->cols();
    scene.score.norm = any_of(random, norm_kinds());
    // Two numbers around their mean are nearly (1, −1) or (−1, 1), and no pair far from another.
    if (dk == 2 && scene.score.norm->centers) continue;
    if (takes(*kind, "bend") && random.coin()) scene.score.bend = Bend::kLeakyRelu;
    if (random.coin()) scene.score.cap = 1e4F;  // which bends, and flattens nothing
    if (random.coin()) scene.heads[0].b_k = random.row(dk);
    if (random.coin() && has_norm(scene.score)) {
      scene.heads[0].g_k = random.row(dk);
      scene.heads[0].g_q = random.row(dk);
    }
    ASSERT_FALSE(check(scene));
    tie_best_pairs(made);
    EXPECT_EQ(evaluate_plainly(scene).heads[0].weights, made.weights)
        << made.name << " " << scene.score.norm->id;
  }
}

/// Scenes whose keys are as they are, with scores dot.
std::vector<TieScene> scenes_without_weights(unsigned seed) {
  return {cancelling("dot", true, seed), cancelling("dot", false, seed),
          nearly_tied("dot", true, seed), nearly_tied("dot", false, seed),
          whole_numbers("dot", seed)};
}

TEST(Ties, OverQueriesAreThoseOfQueries) {
  for (unsigned seed = 0; seed < test_cases(40U); ++seed) {
    for (const TieScene& made : scenes_without_weights(seed)) {
      SCOPED_TRACE(made.name + " " + std::to_string(seed));
      Scene scene = hard_scene("dot", *made.scene.embeddings, *made.scene.queries->embeddings);
      scene.heads[0].w_q = made.scene.heads[0].w_k;
      scene.normalizer.over = Over::kQueries;
      EXPECT_EQ(evaluate_plainly(scene).heads[0].weights, made.weights.transpose());
    }
  }
}

/// Taken from weights that are all the same.
TEST(Ties, OfSubtractedWeights) {
  for (unsigned seed = 0; seed < test_cases(40U); ++seed) {
    for (const TieScene& made : scenes_without_weights(seed)) {
      SCOPED_TRACE(made.name + " " + std::to_string(seed));
      Scene scene = made.scene;
      Head& head = scene.heads[0];
      const Index D = scene.embeddings->cols();
      const Matrix identity = Matrix::Identity(D, D);
      head.subtract = {identity, head.w_k ? **head.w_k : identity, 1};
      head.w_k = Matrix(Matrix::Zero(D, D));
      const Matrix weights = evaluate_plainly(scene).heads[0].weights;
      const float share = 1 / static_cast<float>(scene.key_count());
      EXPECT_LE(distance(weights, share - made.weights.array()), 1e-6F);
    }
  }
}

TEST(Ties, WithASinkAreSharedWithIt) {
  Scene scene = hard_scene("dot", Matrix::Ones(1, 3),
                           matrix({{0x1p10F, 0.3F, -0x1p10F}, {0.1F, 0.1F, 0}, {0, 0, 0.3F}}));
  const auto weights = [&](float sink) {
    scene.heads[0].sink = sink;
    return evaluate_plainly(scene).heads[0].weights;
  };
  EXPECT_EQ(weights(0.3F), matrix({{1 / 3.0F, 0, 1 / 3.0F}}));
  EXPECT_EQ(weights(std::nextafter(0.3F, 0.0F)), matrix({{0.5F, 0, 0.5F}}));
  EXPECT_EQ(weights(std::nextafter(0.3F, 1.0F)), matrix({{0, 0, 0}}));
  scene.embeddings = matrix({{0.3F, 0x1p-60F, 0}, {0.3F, 0, 0}, {0, 0.2F, 0}});
  EXPECT_EQ(weights(0.3F), matrix({{1 / 3.0F, 1 / 3.0F, 0}})) << "2^-60 is no difference";
  scene.embeddings = matrix({{0.3F, 0x1p-30F, 0}, {0.3F, 0, 0}, {0, 0.2F, 0}});
  EXPECT_EQ(weights(0.3F), matrix({{1, 0, 0}})) << "by 2^-30 above both";
}

/// A factor of length below 0 turns the order around.
TEST(Ties, OfTheSmallestWhereThatTakesAll) {
  for (unsigned seed = 0; seed < test_cases(40U); ++seed) {
    for (const TieScene& made : scenes_without_weights(seed)) {
      SCOPED_TRACE(made.name + " " + std::to_string(seed));
      Scene scene = made.scene;
      scene.score.scale = -1;
      scene.normalizer.length = -0.5F;
      EXPECT_EQ(evaluate_plainly(scene).heads[0].weights, made.weights);
    }
  }
}

/// The k-th may tie with those beyond it, and only seem to.
TEST(Ties, WithTheLastOfTheLargestStay) {
  for (unsigned seed = 0; seed < test_cases(40U); ++seed) {
    for (TieScene& made : tie_scenes(seed)) {
      SCOPED_TRACE(made.name + " " + std::to_string(seed));
      Scene& scene = made.scene;
      scene.normalizer.kind = &normalizer_kind("topk");
      scene.normalizer.temperature = 100;
      for (const Matrix& weights :
           {evaluate_plainly(scene).heads[0].weights, evaluate(scene).heads[0].weights}) {
        for (Index i = 0; i < weights.rows(); ++i) {
          const auto tie = (made.weights.row(i).array() > 0).eval();
          EXPECT_TRUE(((weights.row(i).array() > 0) == tie).all()) << "row " << i;
          EXPECT_NEAR(weights.row(i).maxCoeff(), made.weights.row(i).maxCoeff(), 1e-5F);
        }
      }
    }
  }
}

TEST(Ties, OfTheKthInAnyOrderOfSums) {
  for (unsigned seed = 0; seed < test_cases(1000U); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Scene scene = scene_of_few_numbers(random);
    scene.normalizer.kind = &normalizer_kind("topk");
    scene.normalizer.temperature = 1e30F;
    scene.normalizer.k = 1 + random.below(4);
    if (random.coin() && scene.normalizer.over == Over::kKeys) scene.heads[0].sink = 0.1F;
    const Matrix expected = evaluate_plainly(scene).heads[0].weights;
    const Matrix found = evaluate_plainly(in_another_order(random, scene)).heads[0].weights;
    EXPECT_TRUE(((found.array() > 0) == (expected.array() > 0)).all());
  }
}

TEST(Ties, WithZeroAreNeitherAboveNorBelow) {
  Scene scene = hard_scene("dot", Matrix::Ones(1, 4),
                           matrix({{0x1p10F, 0.3F, -0x1p10F, -0.3F},
                                   {0x1p10F, 0.3F, -0x1p10F, -0.2F},
                                   {-0x1p10F, -0.3F, 0x1p10F, 0.2F},
                                   {1, 0x1p-20F, -1, 0},
                                   {1, 0x1p-60F, -1, 0},
                                   {0.1F, 0.2F, -0.3F, 0},
                                   {0, 0, 0, 0}}));
  scene.normalizer.kind = &normalizer_kind("sigmoid");
  scene.normalizer.offset = 0;
  EXPECT_EQ(evaluate_plainly(scene).heads[0].weights, matrix({{0.5F, 1, 0, 1, 0.5F, 0, 0.5F}}));
}

}  // namespace
}  // namespace attn::ties_test
