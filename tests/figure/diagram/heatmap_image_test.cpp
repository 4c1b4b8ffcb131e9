#include "app/figure/diagram/heatmap_image.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "engine/attention/trace.h"

namespace attn::heatmap_image_test {
namespace {

std::uint32_t opaque(Rgb color) {
  return 0xff000000u | static_cast<std::uint32_t>(color.r << 16 | color.g << 8 | color.b);
}

const Colormap& indigo() { return *find_colormap("indigo"); }

TEST(HeatmapImage, LargerCellsAreRepeatedExactly) {
  Matrix values(2, 3);
  values << 0, 0.5f, 1, 0.25f, 0.75f, 0.1f;
  const auto pixels = heatmap_image(values, values, indigo(), {0, 1}, 7, 5);
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 7; ++x) {
      const auto row = static_cast<Index>((y + 0.5) * 2 / 5);
      const auto column = static_cast<Index>((x + 0.5) * 3 / 7);
      EXPECT_EQ(pixels[static_cast<std::size_t>(y * 7 + x)],
                opaque(color_of(indigo(), {0, 1}, values(row, column))));
    }
  }
}

TEST(HeatmapImage, TheLargestShowsWhereverItIs) {
  const int size = 100;
  for (const Index count : {101, 250, 4096}) {
    for (const Index at : {Index{0}, count / 3, count - 1}) {
      Matrix values = Matrix::Constant(count, count, 0.1f);
      values(at, count - 1 - at) = 0.9f;
      const auto pixels = heatmap_image(values, values, indigo(), {0, 1}, size, size);
      const auto strong = opaque(color_of(indigo(), {0, 1}, 0.9f));
      EXPECT_EQ(std::count(pixels.begin(), pixels.end(), strong), 1) << count << ", " << at;
      const auto weak = opaque(color_of(indigo(), {0, 1}, 0.1f));
      EXPECT_EQ(std::count(pixels.begin(), pixels.end(), weak), size * size - 1);
    }
  }
}

TEST(HeatmapImage, OnlyPixelsOverMaskedCellsAloneAreTransparent) {
  Matrix scores = Matrix::Zero(4, 4);
  scores.topRightCorner(2, 2).setConstant(kMasked);
  scores(2, 0) = kMasked;  // beside cells that are seen and weigh 0
  const Matrix weights = Matrix::Zero(4, 4);
  const auto pixels = heatmap_image(weights, scores, indigo(), {0, 1}, 2, 2);
  const auto zero = opaque(color_of(indigo(), {0, 1}, 0));
  EXPECT_EQ(pixels, (std::vector<std::uint32_t>{zero, 0, zero, zero}));
}

TEST(HeatmapImage, TheFarthestFromZeroShowsInADivergingMap) {
  const Colormap& map = *find_colormap("red-blue");
  Matrix values = Matrix::Constant(300, 300, 0.5F);
  values(7, 290) = -0.9F;
  values(200, 3) = kMasked;
  const auto pixels = heatmap_image(values, values, map, {-1, 1}, 100, 100);
  const auto strong = opaque(color_of(map, {-1, 1}, -0.9F));
  EXPECT_EQ(pixels[2 * 100 + 96], strong);
  EXPECT_EQ(std::count(pixels.begin(), pixels.end(), strong), 1);
  EXPECT_EQ(std::count(pixels.begin(), pixels.end(), 0U), 0) << "others under it are seen";
}

TEST(HeatmapImage, HasAsManyPixelsAsCanBeSeen) {
  EXPECT_EQ(image_pixels(100, 500, 3), 300) << "fewer than cells";
  EXPECT_EQ(image_pixels(100, 300, 3), 300);
  EXPECT_EQ(image_pixels(100, 200, 3), 200) << "more than half as many";
  EXPECT_EQ(image_pixels(100, 60, 3), 180) << "several for each cell";
  EXPECT_EQ(image_pixels(0.01, 5, 3), 1);
}

TEST(HeatmapImage, SaysHowManyCellsAPixelStandsFor) {
  EXPECT_EQ(pooled_words(pooled_cells(300, 300, 100, 100), false),
            "each pixel the largest of 3 × 3");
  EXPECT_EQ(pooled_words(pooled_cells(300, 200, 100, 200), true),
            "each pixel the farthest from 0 of 3 × 1");
  EXPECT_EQ(pooled_words(pooled_cells(300, 299, 150, 100), false),
            "each pixel the largest of up to 2 × 3");
  EXPECT_EQ(pooled_words(pooled_cells(300, 300, 300, 600), false), "");
}

TEST(HeatmapImage, TheRangeIsHeeded) {
  const Matrix values = Matrix::Constant(1, 1, 3.0f);
  const Colormap& map = *find_colormap("red-blue");
  EXPECT_EQ(heatmap_image(values, values, map, {-4, 4}, 1, 1)[0],
            opaque(color_of(map, {-4, 4}, 3)));
}

}  // namespace
}  // namespace attn::heatmap_image_test
