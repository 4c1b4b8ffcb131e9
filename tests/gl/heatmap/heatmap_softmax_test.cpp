#include <cmath>
#include <numbers>

#include "tests/gl/gl_test.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"
#include "tests/support/test_cases.h"

namespace attn::gl::heatmap_softmax_test {
namespace {

/// Weights that the shader makes of scores.
class HeatmapSoftmaxTest : public GlTest {};

struct Softmax {
  Matrix scores, weights;  ///< kMasked in both where a cell is masked
  float sharpness = 1;
  std::vector<Heatmap::SoftmaxRow> rows;
};

/// By double, as the plain path does it.
Softmax softmax_of(Matrix scores, double temperature) {
  Softmax made;
  made.scores = std::move(scores);
  made.weights = made.scores;
  made.sharpness = static_cast<float>(std::numbers::log2e / temperature);
  for (Index i = 0; i < made.scores.rows(); ++i) {
    const double largest = made.scores.row(i).maxCoeff();
    if (largest == -std::numeric_limits<double>::infinity()) {
      made.rows.push_back({});
      continue;
    }
    double sum = 0;
    for (const float score : made.scores.row(i)) sum += std::exp((score - largest) / temperature);
    for (Index j = 0; j < made.scores.cols(); ++j) {
      const float score = made.scores(i, j);
      if (score == kMasked) continue;
      made.weights(i, j) = static_cast<float>(std::exp((score - largest) / temperature) / sum);
    }
    made.rows.push_back({static_cast<float>(largest), static_cast<float>(-std::log2(sum))});
  }
  return made;
}

Matrix random_scores(Index rows, Index columns, float spread, unsigned seed) {
  test::Random random(seed);
  Matrix scores(rows, columns);
  for (float& one : scores.reshaped()) {
    one = random.below(7) == 0 ? kMasked : random.number(spread);
  }
  scores.row(rows / 2).setConstant(kMasked);
  return scores;
}

test::Picture draw_softmax(const Softmax& softmax, const HeatmapStyle& style, int width,
                           int height) {
  Heatmap heatmap;
  heatmap.set_scores(softmax.scores);
  heatmap.set_softmax(softmax.sharpness, softmax.rows);
  return draw(heatmap, style, width, height);
}

TEST_F(HeatmapSoftmaxTest, LooksLikeTheWeights) {
  struct Shape {
    Index rows, columns;
  };
  // Cells that are large, smaller than a pixel in one direction, in both, and many to a pixel,
  // where their number divides: else the weights' own blocks may belong to the next pixel.
  for (const auto& [rows, columns] : {Shape{5, 7}, Shape{3, 700}, Shape{700, 3}, Shape{333, 517},
                                      Shape{1600, 40}, Shape{1600, 2560}}) {
    for (const double temperature : {0.01, 0.3, 1.0, 20.0}) {
      const std::string name = std::to_string(rows) + " x " + std::to_string(columns) + " at " +
                               std::to_string(temperature);
      if (!test::is_tried(name)) continue;
      SCOPED_TRACE(name);
      const Softmax softmax =
          softmax_of(random_scores(rows, columns, 2, test::case_seed(rows, columns)), temperature);
      HeatmapStyle style = filling(320, 200, "indigo", {0, 0.3f});
      style.gap = style.radius = 0;
      const test::Difference difference =
          compare(draw(softmax.weights, style, 320, 200), draw_softmax(softmax, style, 320, 200));
      EXPECT_LE(difference.max, 2) << "a step of the colour map";
      EXPECT_LE(difference.mean, 0.01);
    }
  }
}

TEST_F(HeatmapSoftmaxTest, IsRightToAMillionth) {
  const Softmax softmax = softmax_of(random_scores(16, 16, 3, 5), 0.7);
  int looked_at = 0;
  for (Index i = 0; i < 16; ++i) {
    for (Index j = 0; j < 16; ++j) {
      const float weight = softmax.weights(i, j);
      if (weight == kMasked) continue;
      // 255 steps for 2e-5: 12.75 for a millionth.
      HeatmapStyle style = filling(160, 160, "gray", {weight - 1e-5f, weight + 1e-5f});
      style.gap = style.radius = 0;
      const Rgb shown = color_at(draw_softmax(softmax, style, 160, 160),
                                 static_cast<int>(10 * j + 5), static_cast<int>(10 * i + 5));
      EXPECT_LE(apart(shown, color_of(*style.colormap, style.range, weight)), 13);
      ++looked_at;
    }
  }
  EXPECT_GT(looked_at, 150);
}

TEST_F(HeatmapSoftmaxTest, FollowsTheTemperatureWithoutTheScores) {
  // Cells larger than a pixel, and smaller, whose pixels are kept from frame to frame.
  for (const Index size : {40, 800}) {
    SCOPED_TRACE(size);
    const Matrix scores = random_scores(size, size, 2, test::case_seed(size));
    const Softmax soft = softmax_of(scores, 2), sharp = softmax_of(scores, 0.2);
    const HeatmapStyle style = filling(200, 200, "viridis", {0, size > 200 ? 0.1F : 1});
    Heatmap heatmap;
    heatmap.set_scores(scores);
    heatmap.set_softmax(soft.sharpness, soft.rows);
    const std::size_t changes = heatmap.changes();
    draw(heatmap, style, 200, 200);
    heatmap.set_softmax(sharp.sharpness, sharp.rows);
    EXPECT_EQ(heatmap.changes(), changes) << "no number was uploaded";
    EXPECT_LE(compare(draw(heatmap, style, 200, 200), draw(sharp.weights, style, 200, 200)).max, 2);
    heatmap.set(soft.weights);
    EXPECT_EQ(compare(draw(heatmap, style, 200, 200), draw(soft.weights, style, 200, 200)).max, 0)
        << "numbers again";
  }
}

}  // namespace
}  // namespace attn::gl::heatmap_softmax_test
