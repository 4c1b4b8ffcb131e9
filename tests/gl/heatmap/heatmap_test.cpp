#include "app/gl/heatmap/heatmap.h"

#include <string>

#include "tests/gl/gl_test.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::gl::heatmap_test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kLargest = std::numeric_limits<float>::max();

class HeatmapTest : public GlTest {};

/// Numbers around a range: within, at and beyond its ends, and those that are no numbers. No two
/// runs differ.
Matrix around(ColorRange range, int rows, int columns) {
  test::Random random(test::case_seed(range.low, range.high, rows, columns));
  Matrix matrix(rows, columns);
  for (float& value : matrix.reshaped()) {
    const auto t = static_cast<float>(random.between(-0.25, 1.25));
    value = std::clamp((1 - t) * range.low + t * range.high, -kLargest, kLargest);
  }
  const std::vector<float> special{range.low, range.high, 0,
                                   -0.0f,     kNan,       kInfinity,
                                   -kLargest, kLargest,   0.5f * range.low + 0.5f * range.high};
  for (std::size_t i = 0; i < special.size(); ++i) {
    matrix(static_cast<int>(i) / columns, static_cast<int>(i) % columns) = special[i];
  }
  return matrix;
}

/// Expects the colour of each value in the middle of its cell.
void expect_colors(const test::Picture& picture, const HeatmapStyle& style, const Matrix& matrix) {
  const auto [x, y, width, height] = style.rect;
  for (int i = 0; i < matrix.rows(); ++i) {
    for (int j = 0; j < matrix.cols(); ++j) {
      const double column = (j + 0.5) / static_cast<double>(matrix.cols());
      const double row = (i + 0.5) / static_cast<double>(matrix.rows());
      const Rgb actual = color_at(picture, static_cast<int>(x + width * column),
                                  static_cast<int>(y + height * row));
      EXPECT_LE(apart(actual, color_of(*style.colormap, style.range, matrix(i, j))), 1)
          << "cell " << i << ", " << j << " of value " << matrix(i, j);
    }
  }
}

TEST_F(HeatmapTest, CellsAreColorOfTheirValueInEveryMapAndRange) {
  const std::vector<ColorRange> ranges{{0, 1}, {-3, 3},      {0.25f, 0.75f}, {0, 1e-6f},
                                       {1, 1}, {1e6f, 2e6f}, {5, -5},        {-kLargest, kLargest}};
  for (const Colormap& map : colormaps()) {
    for (const ColorRange range : ranges) {
      SCOPED_TRACE(std::string(map.id) + " on " + std::to_string(range.low) + "…" +
                   std::to_string(range.high));
      const Matrix matrix = around(range, 9, 11);
      const HeatmapStyle style = filling(11 * 14, 9 * 10, map.id, range);
      expect_colors(draw(matrix, style, 11 * 14, 9 * 10), style, matrix);
    }
  }
}

TEST_F(HeatmapTest, EveryStepOfAMapIsReached) {
  Matrix matrix(64, 64);
  for (int i = 0; i < matrix.size(); ++i) matrix(i / 64, i % 64) = static_cast<float>(i) / 4095;
  for (const Colormap& map : colormaps()) {
    SCOPED_TRACE(map.id);
    HeatmapStyle style = filling(256, 256, map.id, {0, 1});
    style.gap = style.radius = 0;
    expect_colors(draw(matrix, style, 256, 256), style, matrix);
  }
}

TEST_F(HeatmapTest, AnyShapeIsDrawn) {
  const std::vector<std::pair<int, int>> shapes{{1, 1},  {1, 7},  {7, 1},  {3, 5},
                                                {17, 4}, {1, 64}, {33, 31}};
  Heatmap heatmap;  // one and the same, so that each shape follows another
  for (const auto& [rows, columns] : shapes) {
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
    const Matrix matrix = test::Random(test::case_seed(rows, columns)).uniform(rows, columns);
    heatmap.set(matrix);
    HeatmapStyle style = filling(331, 253, "red-blue", {-1, 1});
    style.gap = style.radius = 0;
    expect_colors(draw(heatmap, style, 331, 253), style, matrix);
  }
}

TEST_F(HeatmapTest, AnEmptyMatrixDrawsNothing) {
  Heatmap heatmap;
  const HeatmapStyle style = filling(8, 8, "indigo", {0, 1});
  const test::Picture untouched = Canvas(8, 8).picture();
  EXPECT_EQ(draw(heatmap, style, 8, 8).rgba, untouched.rgba) << "before it is set";
  heatmap.set(Matrix::Ones(2, 2));
  EXPECT_NE(draw(heatmap, style, 8, 8).rgba, untouched.rgba);
  for (const Matrix& empty : {Matrix(0, 0), Matrix(0, 3), Matrix(3, 0)}) {
    heatmap.set(empty);
    EXPECT_EQ(draw(heatmap, style, 8, 8).rgba, untouched.rgba);
  }
}

TEST_F(HeatmapTest, ARectangleWithoutPixelsDrawsNothing) {
  const test::Picture untouched = Canvas(8, 8).picture();
  const std::vector<std::array<float, 4>> rects{{2, 2, 0, 4},   {2, 2, 4, -1},      {-9, 0, 9, 8},
                                                {8, 8, 5, 5},   {2.6f, 0, 0.8f, 8}, {kNan, 0, 8, 8},
                                                {0, 0, kNan, 8}};
  for (const std::array<float, 4>& rect : rects) {
    HeatmapStyle style = filling(8, 8, "indigo", {0, 1});
    style.rect = rect;
    EXPECT_EQ(draw(Matrix::Ones(2, 2), style, 8, 8).rgba, untouched.rgba);
    std::swap(style.rect, style.clip);
    EXPECT_EQ(draw(Matrix::Ones(2, 2), style, 8, 8).rgba, untouched.rgba);
  }
}

TEST_F(HeatmapTest, NothingIsDrawnOutsideTheClip) {
  const Matrix matrix = test::Random(1).uniform(12, 12);
  HeatmapStyle style = filling(100, 80, "viridis", {-1, 1});
  style.rect = {-333.3f, -222.2f, 900, 700};
  style.clip = {20, 10, 50, 40};
  const test::Picture picture = draw(matrix, style, 100, 80);
  for (int y = 0; y < 80; ++y) {
    for (int x = 0; x < 100; ++x) {
      const bool inside = x >= 20 && x < 70 && y >= 10 && y < 50;
      EXPECT_EQ(color_at(picture, x, y) == Canvas::kUntouched, !inside) << x << ", " << y;
    }
  }
}

TEST_F(HeatmapTest, NothingIsDrawnOutsideTheRectangle) {
  HeatmapStyle style = filling(60, 60, "indigo", {0, 1});
  style.rect = {10.5f, 20.25f, 30, 20};
  const test::Picture picture = draw(Matrix::Ones(2, 3), style, 60, 60);
  for (int y = 0; y < 60; ++y) {
    for (int x = 0; x < 60; ++x) {
      const bool inside = x + 0.5 >= 10.5 && x + 0.5 < 40.5 && y + 0.5 >= 20.25 && y + 0.5 < 40.25;
      EXPECT_EQ(color_at(picture, x, y) == Canvas::kUntouched, !inside) << x << ", " << y;
    }
  }
}

TEST_F(HeatmapTest, FarZoomedInTheRightCellsShow) {
  // 4,000 columns of 300 pixels: the view starts in the middle of column 2,345.
  Matrix matrix(4000, 4000);
  for (int i = 0; i < 4000; ++i) {
    for (int j = 0; j < 4000; ++j) matrix(i, j) = static_cast<float>((7 * i + 3 * j) % 10) / 9;
  }
  HeatmapStyle style = filling(600, 600, "magma", {0, 1});
  style.rect = {-(2345 * 300.0f + 150), -(1234 * 300.0f + 150), 4000 * 300.0f, 4000 * 300.0f};
  const test::Picture picture = draw(matrix, style, 600, 600);
  EXPECT_EQ(color_at(picture, 300, 300), color_of(*style.colormap, {0, 1}, matrix(1235, 2346)));
  EXPECT_EQ(color_at(picture, 140, 300), color_of(*style.colormap, {0, 1}, matrix(1235, 2345)));
  EXPECT_EQ(color_at(picture, 160, 300), color_of(*style.colormap, {0, 1}, matrix(1235, 2346)));
  EXPECT_EQ(color_at(picture, 300, 460), color_of(*style.colormap, {0, 1}, matrix(1236, 2346)));
}

TEST_F(HeatmapTest, GapsAndCornersShowTheBackground) {
  HeatmapStyle style = filling(80, 80, "indigo", {0, 1});
  style.background = {1, 0, 0, 1};
  style.gap = 4;
  style.radius = 6;
  const test::Picture picture = draw(Matrix::Ones(2, 2), style, 80, 80);
  const Rgb red{255, 0, 0}, ink = find_colormap("indigo")->steps[255];
  for (int i = 0; i < 80; ++i) {
    EXPECT_EQ(color_at(picture, i, 39), red) << "between the rows";
    EXPECT_EQ(color_at(picture, 40, i), red) << "between the columns";
    EXPECT_EQ(color_at(picture, i, 0), red) << "half a gap at the edge";
  }
  EXPECT_EQ(color_at(picture, 2, 2), red) << "a corner";
  EXPECT_EQ(color_at(picture, 2, 20), ink) << "a side";
  EXPECT_EQ(color_at(picture, 20, 37), ink);
  EXPECT_EQ(color_at(picture, 20, 42), ink);
  // The corner's edge is smooth.
  int between = 0;
  for (int y = 2; y < 10; ++y) {
    for (int x = 2; x < 10; ++x) {
      const Rgb color = color_at(picture, x, y);
      between += color != red && color != ink;
    }
  }
  EXPECT_GE(between, 5);
}

TEST_F(HeatmapTest, WithoutGapCellsTouch) {
  HeatmapStyle style = filling(61, 61, "gray", {0, 1});
  style.gap = style.radius = 0;
  style.background = {1, 0, 0, 1};
  const test::Picture picture = draw(Matrix::Ones(7, 7), style, 61, 61);
  for (int i = 0; i < 61 * 61; ++i) EXPECT_EQ(color_at(picture, i % 61, i / 61), (Rgb{0, 0, 0}));
}

TEST_F(HeatmapTest, AThinGapIsAsFaintWhereverItFalls) {
  // A gap that is thinner than a pixel: along each row of pixels every gap takes the same share.
  HeatmapStyle style = filling(200, 30, "gray", {0, 1});
  style.gap = 0.5f;
  style.radius = 0;
  style.rect = {0, 0, 200, 30};
  const test::Picture picture = draw(Matrix::Ones(1, 23), style, 200, 30);  // 8.7 pixels each
  double light = 0;
  for (int x = 0; x < 200; ++x) light += color_at(picture, x, 15).r / 255.0;
  EXPECT_NEAR(light, 23 * 0.5, 0.2);
}

TEST_F(HeatmapTest, ATransparentBackgroundLetsThroughWhatIsBeneath) {
  HeatmapStyle style = filling(40, 40, "indigo", {0, 1});
  style.background = {0, 0, 0, 0};
  style.gap = 4;
  const test::Picture picture = draw(Matrix::Ones(2, 2), style, 40, 40);
  EXPECT_EQ(color_at(picture, 10, 20), Canvas::kUntouched);
  EXPECT_EQ(color_at(picture, 10, 10), find_colormap("indigo")->steps[255]);
}

TEST_F(HeatmapTest, MaskedCellsAreHatchedNotColoured) {
  Matrix matrix = Matrix::Zero(3, 3);
  matrix(0, 1) = matrix(2, 2) = kMasked;
  for (const Colormap& map : colormaps()) {
    SCOPED_TRACE(map.id);
    HeatmapStyle style = filling(120, 120, map.id, {-1, 1});
    style.background = {1, 1, 0.8f, 1};
    style.hatch = {0, 0.6f, 0, 1};
    const test::Picture picture = draw(matrix, style, 120, 120);
    const Rgb zero = color_of(map, style.range, 0), lowest = map.steps[0];
    for (const auto& [row, column] : {std::pair{0, 1}, std::pair{2, 2}}) {
      int hatched = 0, lighter = 0;
      for (int y = 40 * row + 4; y < 40 * row + 36; ++y) {
        for (int x = 40 * column + 4; x < 40 * column + 36; ++x) {
          const Rgb color = color_at(picture, x, y);
          EXPECT_NE(color, zero);
          EXPECT_NE(color, lowest);
          hatched += apart(color, {0, 153, 0}) < 128;
          lighter += apart(color, {255, 255, 204}) < 30;
        }
      }
      EXPECT_GT(hatched, 32 * 32 / 12) << "lines";
      EXPECT_GT(lighter, 32 * 32 / 2) << "and room between them";
    }
    EXPECT_EQ(color_at(picture, 20, 20), zero);
  }
}

TEST_F(HeatmapTest, HatchRunsThroughNeighbouringMaskedCells) {
  // Moving along a line of the hatch across touching cells changes nothing.
  HeatmapStyle style = filling(96, 96, "indigo", {0, 1});
  style.gap = style.radius = 0;
  const test::Picture picture = draw(Matrix::Constant(8, 8, kMasked), style, 96, 96);
  for (int i = 0; i < 95; ++i) {
    EXPECT_EQ(color_at(picture, i, 95 - i), color_at(picture, i + 1, 94 - i));
  }
}

}  // namespace
}  // namespace attn::gl::heatmap_test
