#include "app/document/edits/kernel_sample.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "engine/fast/evaluate.h"
#include "engine/reference/check.h"

namespace attn::kernel_sample_test {
namespace {

TEST(KernelSample, LiesOnTheCurveWithoutNoise) {
  const KernelSample sample = kernel_sample(50, 0, 1);
  ASSERT_EQ(sample.x.rows(), 50);
  EXPECT_TRUE(std::is_sorted(sample.x.data(), sample.x.data() + 50));
  for (Index n = 0; n < 50; ++n) {
    const double x = sample.x(n, 0);
    EXPECT_GE(x, 0);
    EXPECT_LE(x, 5);
    EXPECT_NEAR(sample.y(n, 0), 2 * std::sin(x) + std::pow(x, 0.8), 0.00501);
  }
}

TEST(KernelSample, NoiseScalesTheSameDeviations) {
  const KernelSample without = kernel_sample(400, 0, 3), one = kernel_sample(400, 1, 3),
                     two = kernel_sample(400, 2, 3);
  EXPECT_EQ(without.x, two.x);
  const Matrix deviations = one.y - without.y;
  EXPECT_LT((two.y - without.y - 2 * deviations).cwiseAbs().maxCoeff(), 0.031F);
  EXPECT_NEAR(std::sqrt(deviations.squaredNorm() / 400), 1, 0.1);
  EXPECT_NEAR(deviations.mean(), 0, 0.15);
}

TEST(KernelSample, ComesFromItsSeedAlone) {
  EXPECT_EQ(kernel_sample(50, 0.5, 9).y, kernel_sample(50, 0.5, 9).y);
  EXPECT_NE(kernel_sample(50, 0.5, 9).x, kernel_sample(50, 0.5, 10).x);
}

TEST(KernelSample, MakesAValidSceneOfAnyOther) {
  Scene scene;
  scene.title = "mine";
  scene.tokens = {"a"};
  scene.embeddings = Matrix::Ones(1, 7).eval();
  make_kernel_scene(scene, 0.5, 1);
  EXPECT_FALSE(check(scene));
  EXPECT_EQ(scene.title, "mine");
  EXPECT_EQ(scene.tokens.size(), 50U);
  // Nadaraya–Watson by hand, for the first query.
  const Trace trace = evaluate(scene);
  double sum = 0, weights = 0;
  for (Index j = 0; j < 50; ++j) {
    const double away = (*scene.embeddings)(0, 0) - (*scene.embeddings)(j, 0);
    const double weight = std::exp(-0.5 * 4 * away * away);
    weights += weight;
    sum += weight * (**scene.values)(j, 0);
  }
  EXPECT_NEAR((*trace.output)(0, 0), sum / weights, 1e-4);
}

}  // namespace
}  // namespace attn::kernel_sample_test
