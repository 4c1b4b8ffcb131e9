#include "engine/attention/shift.h"

#include <cmath>

#include <gtest/gtest.h>

#include "engine/attention/trace.h"
#include "engine/fast/evaluate.h"
#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"

namespace attn::shift_test {
namespace {

using namespace attn::test;

Mask window(int radius, std::optional<float> sigma) {
  Mask mask;
  mask.kind = &mask_kind("window");
  mask.radius = radius;
  mask.sigma = sigma;
  return mask;
}

TEST(Shift, AddsBiasAlibiAndEachSigma) {
  Scene scene = cross_attention(5, 7, 3, 3);
  scene.heads.resize(2);
  scene.bias = Random(case_seed("bias")).matrix(5, 7);
  scene.position.kind = &position_kind("alibi");
  scene.masks = {window(100, 2.0f), window(100, 3.0f), window(100, std::nullopt)};
  ASSERT_TRUE(shifts_scores(scene));
  for (std::size_t h = 0; h < 2; ++h) {
    Matrix scores = Random(case_seed("scores", h)).matrix(5, 7);
    const Matrix before = scores;
    shift_scores(scene, h, scores);
    for (Index i = 0; i < 5; ++i) {
      for (Index j = 0; j < 7; ++j) {
        const double distance = static_cast<double>(std::abs(i - j));
        const double slope = h == 0 ? 1.0 / 16 : 1.0 / 256;
        const double expected = before(i, j) + (**scene.bias)(i, j) - slope * distance -
                                distance * distance / 8 - distance * distance / 18;
        EXPECT_NEAR(scores(i, j), expected, 1e-6 + 1e-7 * std::abs(expected));
      }
    }
  }
}

TEST(Shift, KeepsTheRawScoreOnlyWhereItDiffers) {
  Scene scene = self_attention(4, 3);
  EXPECT_FALSE(shifts_scores(scene));
  EXPECT_EQ(evaluate(scene).heads[0].raw.size(), 0);

  scene.masks = {window(1, std::nullopt)};
  EXPECT_FALSE(shifts_scores(scene));
  const HeadTrace masked = evaluate(scene).heads[0];
  EXPECT_EQ(masked.scores(0, 3), kMasked);
  EXPECT_NE(masked.raw(0, 3), kMasked);
  EXPECT_EQ(masked.raw(0, 1), masked.scores(0, 1));
  EXPECT_EQ(&masked.raw_scores(), &masked.raw);

  scene.masks.clear();
  scene.bias = Matrix(Matrix::Constant(4, 4, 2));
  const HeadTrace biased = evaluate(scene).heads[0];
  EXPECT_LE(distance(biased.scores, (biased.raw.array() + 2).matrix()), 1e-6f);
}

TEST(Shift, ANarrowSigmaThatLeavesFloat32IsAnErrorAndNotAMask) {
  Scene scene = self_attention(4, 3);
  scene.masks = {window(1, 1e-30f)};
  ASSERT_FALSE(check(scene));
  try {
    evaluate(scene);
    FAIL() << "was taken";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem().place, "/heads/0");
  }
}

}  // namespace
}  // namespace attn::shift_test
