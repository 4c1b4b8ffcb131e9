#include "app/figure/numbers/order_effect.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "engine/attention/mask.h"
#include "engine/fast/evaluate.h"
#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"

namespace attn::symmetry_test {
namespace {

using test::Random;

std::shared_ptr<const Evaluation> evaluated(const Scene& scene) {
  return std::make_shared<Evaluation>(Evaluation{scene, evaluate(scene)});
}

TEST(OrderEffect, EachSeedButZeroIsAnotherOrder) {
  EXPECT_EQ(order_of(5, 0), same_places(5));
  for (const Index count : {2, 3, 6, 40}) {
    for (std::uint64_t seed = 1; seed < 30; ++seed) {
      Origins order = order_of(count, seed);
      EXPECT_NE(order, same_places(count));
      std::ranges::sort(order);
      EXPECT_EQ(order, same_places(count));
    }
  }
  EXPECT_EQ(order_of(1, 7), same_places(1));
}

/// A random scene of any kinds in which nothing goes by place.
Scene without_places(Random& random) {
  for (;;) {
    Scene scene = test::random_scene(random);
    scene.position = {};
    std::erase_if(scene.masks, [](const Mask& mask) { return mask.kind->by_place; });
    scene.normalizer.temperature = 1;
    for (Head& head : scene.heads) {
      head.w_f.reset();
      head.b_f.reset();
      head.decay.reset();
    }
    if (!check(scene)) return scene;
  }
}

TEST(OrderEffect, WithoutPositionsTheRowsMoveWithTheTokensForAllKinds) {
  for (int n = 0; n < 200; ++n) {
    Random random(test::case_seed(n));
    const Scene scene = without_places(random);
    const auto effect = order_effect_of(evaluated(scene), 3, 0);
    ASSERT_EQ(effect->without.problem, "");
    const double scale = 1 + static_cast<double>(effect->without.before.cwiseAbs().maxCoeff());
    EXPECT_LE(effect->without.largest(), 1e-5 * scale) << n;
    EXPECT_EQ(effect->by_place, "");
  }
}

/// Queries that are as many as the keys may have the keys' segments.
TEST(OrderEffect, QueriesKeepTheirSegments) {
  Scene scene = test::cross_attention(4, 4, 3, 3);
  Mask segments;
  segments.kind = &mask_kind("segments");
  segments.ids = std::vector<int>{0, 1, 1, 0};
  scene.masks = {segments};
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    EXPECT_LE(order_effect_of(evaluated(scene), seed, 0)->without.largest(), 1e-5) << seed;
  }
}

TEST(OrderEffect, PositionsEndIt) {
  const auto effect = order_effect_of(evaluated(test::self_attention(6, 4)), 3, 0);
  EXPECT_EQ(effect->positions, "Sinusoidal");
  EXPECT_LE(effect->without.largest(), 1e-6);
  EXPECT_GT(effect->with.largest(), 0.01);
  EXPECT_TRUE(effect->without.is_same(2));
  EXPECT_FALSE(effect->with.is_same(effect->with.differences.rows() - 1) &&
               effect->with.is_same(0) && effect->with.is_same(1));
}

TEST(OrderEffect, TheNumbersAreThoseOfTheTraces) {
  Scene scene = test::self_attention(5, 4);
  scene.position.kind = &position_kind("alibi");
  const auto evaluation = evaluated(scene);
  const auto effect = order_effect_of(evaluation, 2, 0);
  EXPECT_EQ(effect->positions, "ALiBi");
  EXPECT_EQ(effect->with.before, *evaluation->trace.output);
  const Trace shuffled = evaluate(with_order(scene, effect->order));
  double largest = 0;
  for (Index i = 0; i < 5; ++i) {
    const Index origin = effect->order[static_cast<std::size_t>(i)];
    for (Index c = 0; c < 4; ++c) {
      largest = std::max<double>(
          largest, std::abs((*shuffled.output)(i, c) - (*evaluation->trace.output)(origin, c)));
    }
  }
  EXPECT_NEAR(effect->with.largest(), largest, 1e-6);
  EXPECT_GT(largest, 0.001);
}

TEST(OrderEffect, MasksThatGoByPlaceEndItTooAndAreNamed) {
  Scene scene = test::self_attention(6, 4);
  Mask window;
  window.kind = &mask_kind("window");
  window.radius = 1;
  scene.masks = {Mask{}, window};
  const auto effect = order_effect_of(evaluated(scene), 1, 0);
  EXPECT_GT(effect->without.largest(), 0.01);
  EXPECT_EQ(effect->by_place, "causal mask and the window mask");
}

TEST(OrderEffect, OfCrossAttentionTheRowsStayWhereTheyAre) {
  Scene scene = test::cross_attention(3, 5, 4, 4);
  Mask graph;
  graph.kind = &mask_kind("graph");
  graph.edges = std::vector<std::pair<int, int>>{{0, 3}, {1, 4}};
  scene.masks = {graph};
  const auto effect = order_effect_of(evaluated(scene), 4, 0);
  EXPECT_EQ(effect->origins, same_places(3));
  EXPECT_LE(effect->without.largest(), 1e-6);
}

TEST(OrderEffect, TheSceneStaysAsItIs) {
  const Scene scene = test::sleepy_child();
  const Scene before = scene;
  with_order(scene, order_of(6, 5));
  EXPECT_EQ(scene, before);
}

TEST(OrderEffect, TellsWhatCanNotBeEvaluated) {
  Scene scene = test::self_attention(3, 2);
  scene.embeddings = Matrix(Matrix::Constant(3, 2, 1e20F));
  scene.score.kind = &score_kind("cosine");
  const auto evaluation = evaluated(scene);
  Scene broken = scene;
  broken.score.kind = &score_kind("dot");
  const auto effect =
      order_effect_of(std::make_shared<Evaluation>(Evaluation{broken, evaluation->trace}), 1, 0);
  EXPECT_NE(effect->with.problem, "");
}

}  // namespace
}  // namespace attn::symmetry_test
