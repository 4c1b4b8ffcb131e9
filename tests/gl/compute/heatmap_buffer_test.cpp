// Weights that are drawn from where compute shaders made them look as those that Eigen made.

#include <thread>

#include "app/figure/views/pair_quantity.h"
#include "app/gl/compute/compute_backend.h"
#include "app/gl/compute/fence.h"
#include "engine/attention/mask.h"
#include "engine/fast/evaluate.h"
#include "tests/engine/scenes.h"
#include "tests/gl/gl_test.h"
#include "tests/support/case_seed.h"

namespace attn::gl::heatmap_buffer_test {
namespace {

using namespace attn::test;

/// The context can compute, too.
class HeatmapBufferTest : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR}); }

 private:
  SurfacelessContext context_{4, 3};
};

Scene masked_scene(Index M, Index L) {
  Scene scene = cross_attention(M, L, 6, 6);
  scene.score.kind = &score_kind("dot");
  Random random(case_seed(M, L));
  for (int h = 0; h < 3; ++h) {
    Head head;
    head.w_q = random.matrix(6, 6, 0.7f);
    head.w_k = random.matrix(6, 6, 0.7f);
    scene.heads.push_back(head);
  }
  scene.heads.erase(scene.heads.begin());
  Mask mask;
  mask.kind = &mask_kind("causal");
  scene.masks = {mask};
  return scene;
}

/// The farthest that two pictures are apart in any part of any pixel.
int farthest(const test::Picture& a, const test::Picture& b) {
  int most = 0;
  for (int y = 0; y < a.height; ++y) {
    for (int x = 0; x < a.width; ++x) {
      most = std::max(most, apart(color_at(a, x, y), color_at(b, x, y)));
    }
  }
  return most;
}

/// Largest pixel difference over all heads between drawing from the buffer and from Eigen's
/// numbers.
int farthest(const Scene& scene, const HeatmapStyle& style, int width, int height) {
  ComputeBackend backend;
  const auto run = backend.run(scene);
  run->mask_weights();
  const Trace expected = attn::evaluate_plainly(scene);
  int most = 0;
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    Heatmap heatmap;
    heatmap.set(run->weights(static_cast<Index>(h)));
    const auto plain =
        draw(masked_numbers(pair_quantity("weights"), expected.heads[h]), style, width, height);
    most = std::max(most, farthest(draw(heatmap, style, width, height), plain));
  }
  return most;
}

TEST_F(HeatmapBufferTest, LooksLikeWhatEigenMade) {
  const HeatmapStyle style = filling(240, 200, "viridis", {0, 1});
  EXPECT_LE(farthest(masked_scene(7, 9), style, 240, 200), 2);
  EXPECT_LE(farthest(masked_scene(200, 260), filling(240, 200, "viridis", {0, 0.1f}), 240, 200), 2)
      << "cells that are smaller than a pixel";
  EXPECT_LE(farthest(masked_scene(900, 700), filling(100, 70, "viridis", {0, 0.1f}), 100, 70), 2)
      << "by the pyramid";
}

TEST_F(HeatmapBufferTest, WeightsBelow0AndWhatGivenScoresHideLookLikeThoseOfEigen) {
  Random random(case_seed(0));
  Scene scene = masked_scene(9, 12);
  for (Head& head : scene.heads) {
    head.subtract = {random.matrix(6, 6), random.matrix(6, 6), 0.8F};
  }
  const HeatmapStyle style = filling(240, 200, "red-blue", {-1, 1});
  EXPECT_LE(farthest(scene, style, 240, 200), 2);
  Scene given = masked_scene(9, 12);
  given.masks.clear();
  given.score.kind = &score_kind("given");
  for (Head& head : given.heads) {
    Matrix scores = random.matrix(9, 12);
    scores = (scores.array() < -1).select(kMasked, scores).eval();
    head.scores = scores;
  }
  EXPECT_LE(farthest(given, filling(240, 200, "viridis", {0, 1}), 240, 200), 2);
}

TEST_F(HeatmapBufferTest, AMatrixThatIsLongerThanATextureIsWrapped) {
  GLint longest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &longest);
  EXPECT_LE(
      farthest(masked_scene(2, longest + 3), filling(300, 20, "viridis", {0, 0.001f}), 300, 20), 2);
}

TEST_F(HeatmapBufferTest, WhatIsReadIsNotMasked) {
  const Scene scene = masked_scene(20, 30);
  ComputeBackend backend;
  const auto run = backend.run(scene);
  const Matrix before = run->read().heads[1].weights;
  run->mask_weights();
  EXPECT_EQ(run->read().heads[1].weights, before);
  const PairTrace row = run->read_row(1, 4);
  EXPECT_EQ(row.weights, before.row(4));
  EXPECT_EQ(row.scores, run->read().heads[1].scores.row(4));
  EXPECT_EQ(row.raw, run->read().heads[1].raw.row(4));
  EXPECT_EQ(run->read_without_pairs().heads[1].weights.size(), 0);
  EXPECT_EQ(run->read_without_pairs().heads[1].output, run->read().heads[1].output);
}

TEST_F(HeatmapBufferTest, TheSameHeatmapTakesNumbersAgain) {
  const Scene scene = masked_scene(8, 8);
  ComputeBackend backend;
  const auto run = backend.run(scene);
  const HeatmapStyle style = filling(80, 80, "viridis", {0, 1});
  Heatmap heatmap;
  heatmap.set(run->weights(0));
  const Matrix other = Matrix::Constant(8, 8, 0.25f);
  heatmap.set(other);
  EXPECT_EQ(farthest(draw(heatmap, style, 80, 80), draw(other, style, 80, 80)), 0);
}

}  // namespace
}  // namespace attn::gl::heatmap_buffer_test
