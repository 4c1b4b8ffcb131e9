#include "app/figure/numbers/symmetry.h"

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

TEST(Symmetry, EachSeedButZeroIsAnotherOrder) {
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
    if (!check(scene)) return scene;
  }
}

TEST(Symmetry, WithoutPositionsTheRowsMoveWithTheTokensForAllKinds) {
  for (int n = 0; n < 200; ++n) {
    Random random(test::case_seed(n), test::kFirstVersion);
    const Scene scene = without_places(random);
    const auto symmetry = symmetry_of(evaluated(scene), 3, 0);
    ASSERT_EQ(symmetry->without.problem, "");
    const double scale = 1 + static_cast<double>(symmetry->without.before.cwiseAbs().maxCoeff());
    EXPECT_LE(symmetry->without.largest(), 1e-5 * scale) << n;
    EXPECT_EQ(symmetry->by_place, "");
  }
}

TEST(Symmetry, PositionsEndIt) {
  const auto symmetry = symmetry_of(evaluated(test::self_attention(6, 4)), 3, 0);
  EXPECT_EQ(symmetry->positions, "Sinusoidal");
  EXPECT_LE(symmetry->without.largest(), 1e-6);
  EXPECT_GT(symmetry->with.largest(), 0.01);
  EXPECT_TRUE(symmetry->without.is_same(2));
  EXPECT_FALSE(symmetry->with.is_same(symmetry->with.differences.rows() - 1) &&
               symmetry->with.is_same(0) && symmetry->with.is_same(1));
}

TEST(Symmetry, TheNumbersAreThoseOfTheTraces) {
  Scene scene = test::self_attention(5, 4);
  scene.position.kind = &position_kind("alibi");
  const auto evaluation = evaluated(scene);
  const auto symmetry = symmetry_of(evaluation, 2, 0);
  EXPECT_EQ(symmetry->positions, "ALiBi");
  EXPECT_EQ(symmetry->with.before, *evaluation->trace.output);
  const Trace shuffled = evaluate(with_order(scene, symmetry->order));
  double largest = 0;
  for (Index i = 0; i < 5; ++i) {
    const Index origin = symmetry->order[static_cast<std::size_t>(i)];
    for (Index c = 0; c < 4; ++c) {
      largest = std::max<double>(
          largest, std::abs((*shuffled.output)(i, c) - (*evaluation->trace.output)(origin, c)));
    }
  }
  EXPECT_NEAR(symmetry->with.largest(), largest, 1e-6);
  EXPECT_GT(largest, 0.001);
}

TEST(Symmetry, MasksThatGoByPlaceEndItTooAndAreNamed) {
  Scene scene = test::self_attention(6, 4);
  Mask window;
  window.kind = &mask_kind("window");
  window.radius = 1;
  scene.masks = {Mask{}, window};
  const auto symmetry = symmetry_of(evaluated(scene), 1, 0);
  EXPECT_GT(symmetry->without.largest(), 0.01);
  EXPECT_EQ(symmetry->by_place, "causal mask and the window mask");
}

TEST(Symmetry, OfCrossAttentionTheRowsStayWhereTheyAre) {
  Scene scene = test::cross_attention(3, 5, 4, 4);
  Mask graph;
  graph.kind = &mask_kind("graph");
  graph.edges = std::vector<std::pair<int, int>>{{0, 3}, {1, 4}};
  scene.masks = {graph};
  const auto symmetry = symmetry_of(evaluated(scene), 4, 0);
  EXPECT_EQ(symmetry->origins, same_places(3));
  EXPECT_LE(symmetry->without.largest(), 1e-6);
}

TEST(Symmetry, TheSceneStaysAsItIs) {
  const Scene scene = test::sleepy_child();
  const Scene before = scene;
  with_order(scene, order_of(6, 5));
  EXPECT_EQ(scene, before);
}

TEST(Symmetry, TellsWhatCanNotBeEvaluated) {
  Scene scene = test::self_attention(3, 2);
  scene.embeddings = Matrix(Matrix::Constant(3, 2, 1e20F));
  scene.score.kind = &score_kind("cosine");
  const auto evaluation = evaluated(scene);
  Scene broken = scene;
  broken.score.kind = &score_kind("dot");
  const auto symmetry =
      symmetry_of(std::make_shared<Evaluation>(Evaluation{broken, evaluation->trace}), 1, 0);
  EXPECT_NE(symmetry->with.problem, "");
}

}  // namespace
}  // namespace attn::symmetry_test
