#include <cmath>

#include "tests/gl/gl_test.h"

namespace attn::gl::heatmap_golden_test {
namespace {

class HeatmapGoldenTest : public GlTest {};

/// Hard-coded weights of six words, each row summing to about 1.
Matrix weights() {
  return Matrix{{0.17f, 0.17f, 0.17f, 0.17f, 0.17f, 0.17f},
                {0, 0.49f, 0, 0.49f, 0, 0.01f},
                {0, 0, 0.99f, 0, 0, 0},
                {0, 0, 0, 1, 0, 0},
                {0.02f, 0, 0, 0, 0.96f, 0.02f},
                {0, 0, 0, 0.88f, 0, 0.12f}};
}

TEST_F(HeatmapGoldenTest, Weights) {
  const HeatmapStyle style = filling(456, 456, "indigo", {0, 1});
  test::expect_picture(draw(weights(), style, 456, 456), "gl/golden/weights.png", 16, 0.1);
}

TEST_F(HeatmapGoldenTest, CausalWeights) {
  Matrix causal = weights();
  for (int i = 0; i < 6; ++i) {
    for (int j = i + 1; j < 6; ++j) causal(i, j) = kMasked;
  }
  const HeatmapStyle style = filling(456, 456, "indigo", {0, 1});
  test::expect_picture(draw(causal, style, 456, 456), "gl/golden/causal.png", 16, 0.1);
}

TEST_F(HeatmapGoldenTest, SignedValuesWithManySmallCells) {
  Matrix encoding(48, 32);
  for (int i = 0; i < 48; ++i) {
    for (int j = 0; j < 16; ++j) {
      const float angle = static_cast<float>(i) / std::pow(10000.0f, static_cast<float>(j) / 16);
      encoding(i, 2 * j) = std::sin(angle);
      encoding(i, 2 * j + 1) = std::cos(angle);
    }
  }
  const HeatmapStyle style = filling(310, 290, "red-blue", {-1, 1});
  test::expect_picture(draw(encoding, style, 310, 290), "gl/golden/positions.png", 24, 0.2);
}

}  // namespace
}  // namespace attn::gl::heatmap_golden_test
