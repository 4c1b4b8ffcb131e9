#include "app/session/words/weight_curves.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/session/measures/temperature_scale.h"
#include "engine/attention/normalize.h"
#include "engine/attention/trace.h"
#include "engine/fast/evaluator.h"
#include "tests/engine/tie_scenes.h"
#include "tests/support/test_cases.h"

namespace attn::weight_curves_test {
namespace {

Matrix row(std::initializer_list<float> scores) {
  Matrix matrix(1, static_cast<Index>(scores.size()));
  std::ranges::copy(scores, matrix.data());
  return matrix;
}

TEST(WeightCurves, RunFromHardToUniform) {
  const Matrix scores = row({1, 7, kMasked, 5});
  for (const NormalizerKind& kind : normalizer_kinds()) {
    Scene scene;
    scene.normalizer.kind = &kind;
    if (!has_weight_curves(scene, 0)) continue;
    const WeightCurves curves = weight_curves({&kind}, scores, 12, 3);
    ASSERT_EQ(curves.lines.size(), 3U) << "a masked key has no curve";
    EXPECT_EQ(curves.lines[0].key, 1);
    EXPECT_EQ(curves.lines[1].key, 3);
    EXPECT_EQ(curves.lines[2].key, 0);
    EXPECT_EQ(curves.lines[0].weights.front(), 1.F);
    EXPECT_EQ(curves.lines[2].weights.front(), 0.F);
    for (const auto& line : curves.lines) {
      EXPECT_FLOAT_EQ(line.weights.back(), 1.F / 3) << kind.id;
      ASSERT_EQ(line.weights.size(), curves.places.size());
    }
  }
}

TEST(WeightCurves, AreTheWeightsAtEachPlace) {
  const Matrix scores = row({0.5F, -1, 2});
  const NormalizerKind& kind = normalizer_kind("softmax");
  const WeightCurves curves = weight_curves({&kind}, scores, 12, 0);
  EXPECT_TRUE(std::ranges::is_sorted(curves.places));
  EXPECT_EQ(std::ranges::count(curves.places, 0.5F), 1) << "the middle is one of them";
  for (std::size_t n = 0; n < curves.places.size(); ++n) {
    const Matrix weights = normalize({&kind, temperature_at(curves.places[n])}, scores);
    for (const auto& line : curves.lines) EXPECT_EQ(line.weights[n], weights(0, line.key));
  }
}

TEST(WeightCurves, AreOfTheStrongestAndTheShownKey) {
  Matrix scores(1, 500);
  for (Index j = 0; j < 500; ++j) scores(0, j) = static_cast<float>((j * 37) % 500) / 100;
  const WeightCurves curves = weight_curves({&normalizer_kind("softmax")}, scores, 12, 0);
  ASSERT_EQ(curves.lines.size(), 13U);
  EXPECT_EQ(curves.lines.back().key, 0) << "the weakest, but it is the one that is looked at";
  EXPECT_EQ(scores(0, curves.lines[0].key), 4.99F);
  EXPECT_EQ(scores(0, curves.lines[11].key), 4.88F);
}

TEST(WeightCurves, OfNoKeyAreNone) {
  const Matrix scores = row({kMasked, kMasked});
  EXPECT_TRUE(weight_curves({&normalizer_kind("softmax")}, scores, 12, 0).lines.empty());
}

TEST(WeightCurves, FollowTheScene) {
  CachedCurves cache;
  Scene scene = test::hard_scene("dot", row({1}), row({1, 2}).transpose());
  const auto curves = [&](Index query = 0) -> const WeightCurves& {
    return cache.curves_of(*Evaluator().evaluate(scene), 0, query, 12, 0);
  };
  EXPECT_EQ(curves().lines[0].key, 1);
  scene.embeddings = Matrix(row({3, 2}).transpose());
  EXPECT_EQ(curves().lines[0].key, 0);
  scene.normalizer.temperature = 2;
  EXPECT_EQ(curves().lines[0].weights.front(), 1.F);
  const float soft = curves().lines[1].weights[60];
  EXPECT_GT(soft, 0.F);
  scene.normalizer.kind = &normalizer_kind("sparsemax");
  EXPECT_NE(curves().lines[1].weights[60], soft);
  scene.queries = Queries{{"q", "r"}, Matrix(row({1, -1}).transpose())};
  EXPECT_EQ(curves(1).lines[0].key, 1);
}

TEST(WeightCurves, BeginWithTheWeightsOfTemperature0) {
  CachedCurves cache;
  for (unsigned seed = 0; seed < test::test_cases(10U); ++seed) {
    for (const test::TieScene& made : test::tie_scenes(seed)) {
      const auto evaluation = Evaluator().evaluate(made.scene);
      const Index last = made.weights.rows() - 1;
      for (const auto& line : cache.curves_of(*evaluation, 0, last, 12, 0).lines) {
        EXPECT_EQ(line.weights.front(), made.weights(last, line.key)) << made.name << seed;
      }
    }
  }
}

}  // namespace
}  // namespace attn::weight_curves_test
