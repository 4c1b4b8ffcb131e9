// At temperature 0 the shaders' keys tie as the engine's do.

#include "app/gl/compute/compute_kinds.h"
#include "app/gl/compute/compute_projection.h"
#include "engine/attention/normalize.h"
#include "engine/reference/attention.h"
#include "tests/engine/tie_scenes.h"
#include "tests/gl/compute/compute_test.h"
#include "tests/support/case_seed.h"
#include "tests/support/test_cases.h"

namespace attn::gl::compute_ties_test {
namespace {

using namespace attn::test;

class ComputeTies : public ComputeTest {
 protected:
  ComputeBackend backend_;
};

TEST_F(ComputeTies, AreThoseOfTheSceneSOwnNumbers) {
  for (unsigned seed = 0; seed < test_cases(12U); ++seed) {
    for (const TieScene& made : tie_scenes(seed)) {
      SCOPED_TRACE(made.name + " " + std::to_string(seed));
      ASSERT_TRUE(computes(made.scene));
      EXPECT_EQ(backend_.evaluate(made.scene).heads[0].weights, made.weights);
    }
  }
}

TEST_F(ComputeTies, HoldInSinglePrecisionToo) {
  const TieScene made = swapped_halves("dot", 1, {.pairs = 600, .half = 40, .M = 900, .dk = 64});
  ASSERT_FALSE(is_small(made.scene));
  EXPECT_EQ(backend_.evaluate(made.scene).heads[0].weights, made.weights);
}

/// Whole numbers, which tie often, with whatever else decides.
TEST_F(ComputeTies, OfEachWayToWeighAreThoseOfTheReference) {
  for (const std::string_view kind : {"softmax", "topk", "sigmoid", "entmax"}) {
    for (unsigned seed = 0; seed < test_cases(60U); ++seed) {
      Random random(case_seed(kind, seed));
      const std::string_view score = random.coin() ? "dot" : "gaussian";
      Scene scene = whole_numbers(score, seed).scene;
      scene.normalizer.kind = &normalizer_kind(kind);
      scene.normalizer.k = 1 + random.below(5);
      if (takes(*scene.normalizer.kind, "k") && random.coin()) scene.normalizer.temperature = 30;
      scene.normalizer.over = static_cast<Over>(random.below(3));
      if (random.coin()) scene.normalizer.length = static_cast<float>(random.below(3) - 1);
      const bool has_sink = scene.normalizer.over == Over::kKeys && kind != "sigmoid";
      if (random.coin() && has_sink) {
        const Matrix scores = evaluate_plainly(scene).heads[0].scores;
        scene.heads[0].sink = scores(0, random.below(static_cast<int>(scores.cols())));
      }
      SCOPED_TRACE(testing::Message() << kind << " " << seed << " k " << scene.normalizer.k << " T "
                                      << scene.normalizer.temperature << " over "
                                      << static_cast<int>(scene.normalizer.over) << " length "
                                      << scene.normalizer.length.value_or(9) << " sink "
                                      << scene.heads[0].sink.value_or(NAN));
      const Matrix found = backend_.evaluate(scene).heads[0].weights;
      EXPECT_EQ(difference(found, evaluate_plainly(scene).heads[0].weights, "weights"), "");
    }
  }
}

/// Whose rows are among those of other heads.
TEST_F(ComputeTies, AreThoseOfEachHead) {
  for (unsigned seed = 0; seed < 4; ++seed) {
    SCOPED_TRACE(seed);
    TieScene made = swapped_halves("scaled_dot", seed);
    std::vector<Head>& heads = made.scene.heads;
    heads.push_back(heads[0]);
    heads.push_back(heads[0]);
    heads[1].w_k = Matrix(-**heads[0].w_k);
    Scene other = made.scene;
    other.heads = {heads[1]};
    const Trace found = backend_.evaluate(made.scene);
    EXPECT_EQ(found.heads[0].weights, made.weights);
    EXPECT_EQ(found.heads[1].weights, evaluate_plainly(other).heads[0].weights);
    EXPECT_EQ(found.heads[2].weights, made.weights);
  }
}

}  // namespace
}  // namespace attn::gl::compute_ties_test
