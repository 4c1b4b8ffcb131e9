#include <cmath>
#include <string>

#include "tests/gl/gl_test.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::gl::heatmap_small_cells_test {
namespace {

/// Cells smaller than a pixel.
class HeatmapSmallCellsTest : public GlTest {};

struct Pixel {
  int x, y;
  bool operator==(const Pixel&) const = default;
};

std::vector<Pixel> pixels_of(const test::Picture& picture, Rgb color) {
  std::vector<Pixel> found;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      if (color_at(picture, x, y) == color) found.push_back({x, y});
    }
  }
  return found;
}

TEST_F(HeatmapSmallCellsTest, OneStrongCellOf4096By4096Shows) {
  Matrix matrix = Matrix::Constant(4096, 4096, 0.1f);
  Heatmap heatmap;
  const HeatmapStyle style = filling(256, 256, "indigo", {0, 1});
  for (const auto& [row, column] :
       {std::pair{0, 0}, std::pair{4095, 4095}, std::pair{1234, 3210}, std::pair{17, 4095}}) {
    matrix(row, column) = 1;
    heatmap.set(matrix);
    const test::Picture picture = draw(heatmap, style, 256, 256);
    EXPECT_EQ(pixels_of(picture, style.colormap->steps[255]),
              (std::vector<Pixel>{{column / 16, row / 16}}));
    EXPECT_EQ(pixels_of(picture, color_of(*style.colormap, {0, 1}, 0.1f)).size(), 65535u);
    matrix(row, column) = 0.1f;
  }
}

struct View {
  int rows, columns;
  std::array<float, 4> rect;
};

/// Shrunk a little or a lot, by odd factors, along one axis or both, at fractions of a pixel.
const std::vector<View> kViews{
    {300, 300, {0, 0, 200, 200}},      {777, 1001, {3.3f, 2.7f, 211.6f, 140.2f}},
    {3, 5000, {0, 0, 300, 90}},        {5000, 3, {10.5f, 0, 90, 199.4f}},
    {40, 3000, {2, 2, 120, 120}},      {1500, 1500, {-250.3f, -99.9f, 640, 480}},
    {2049, 33, {7.25f, 1.5f, 31, 90}}, {1024, 1024, {100, 100, 1.5f, 1.5f}},
    {1, 40000, {0, 0, 300, 20}},       {40000, 1, {0, 0, 20, 200}}};

/// Which pixel is to show a cell whose middle is `at`, along one axis, of a rectangle from `start`
/// to `end` of which the pixels with their middle inside are drawn.
int pixel_of(double at, double start, double end) {
  const int first = static_cast<int>(std::ceil(start - 0.5));
  const int last = static_cast<int>(std::ceil(end - 0.5)) - 1;
  return std::clamp(static_cast<int>(std::floor(at)), first, last);
}

TEST_F(HeatmapSmallCellsTest, AStrongCellShowsOnceAndInItsPlace) {
  for (const View& view : kViews) {
    SCOPED_TRACE(std::to_string(view.rows) + " x " + std::to_string(view.columns));
    HeatmapStyle style = filling(320, 200, "viridis", {0, 1});
    style.rect = view.rect;
    Matrix matrix = Matrix::Zero(view.rows, view.columns);
    Heatmap heatmap;
    test::Random random(test::case_seed(view.rows, view.columns, view.rect[2], view.rect[3]));
    for (int n = 0; n < 12; ++n) {
      int row = random.below(view.rows);
      int column = random.below(view.columns);
      if (n == 0) row = 0, column = view.columns - 1;
      if (n == 1) row = view.rows - 1, column = 0;
      const double left = view.rect[0], top = view.rect[1];
      const double width = view.rect[2], height = view.rect[3];
      const double x = left + (column + 0.5) * width / view.columns;
      const double y = top + (row + 0.5) * height / view.rows;
      matrix(row, column) = 1;
      heatmap.set(matrix);
      const test::Picture picture = draw(heatmap, style, 320, 200);
      matrix(row, column) = 0;
      const std::vector<Pixel> found = pixels_of(picture, style.colormap->steps[255]);
      const bool visible = x >= 1 && x < 319 && y >= 1 && y < 199;
      if (!visible && found.empty()) continue;
      ASSERT_FALSE(found.empty()) << "cell " << row << ", " << column << " is lost";
      const Pixel first = found.front(), last = found.back();
      // A cell that is a pixel or more wide covers several.
      EXPECT_LE(last.x - first.x, std::ceil(width / view.columns) - 1 + (width > view.columns));
      EXPECT_LE(last.y - first.y, std::ceil(height / view.rows) - 1 + (height > view.rows));
      if (width < view.columns) {
        EXPECT_GE(first.x, pixel_of(x - 0.26, left, left + width)) << "column " << column;
        EXPECT_LE(first.x, pixel_of(x + 0.26, left, left + width)) << "column " << column;
      }
      if (height < view.rows) {
        EXPECT_GE(first.y, pixel_of(y - 0.26, top, top + height)) << "row " << row;
        EXPECT_LE(first.y, pixel_of(y + 0.26, top, top + height)) << "row " << row;
      }
    }
  }
}

/// The strongest of the cells whose middle lies in each pixel, drawn without OpenGL. For views that
/// begin and end at whole pixels.
Matrix strongest(const Matrix& matrix, int width, int height, bool diverging) {
  Matrix best = Matrix::Constant(height, width, kMasked);
  for (int i = 0; i < matrix.rows(); ++i) {
    for (int j = 0; j < matrix.cols(); ++j) {
      const float value = matrix(i, j);
      float& kept = best(static_cast<int>((2 * i + 1) * height / (2 * matrix.rows())),
                         static_cast<int>((2 * j + 1) * width / (2 * matrix.cols())));
      if (value == kMasked) continue;
      const bool stronger = diverging ? std::abs(value) > std::abs(kept) : value > kept;
      if (kept == kMasked || stronger) kept = value;
    }
  }
  return best;
}

TEST_F(HeatmapSmallCellsTest, EveryPixelShowsTheStrongestOfItsCells) {
  // Blocks of the pyramid lie within pixels where 2^k cells make a pixel, and below two cells
  // there are no blocks: there the picture is exactly that of the definition.
  for (const auto& [rows, columns] :
       {std::pair{512, 1024}, std::pair{64, 64 * 64}, std::pair{100, 90}, std::pair{64, 128}}) {
    Matrix matrix(rows, columns);
    test::Random random(test::case_seed(rows, columns));
    for (float& value : matrix.reshaped()) {
      value = random.below(4) == 0 ? kMasked : random.number();
    }
    matrix.topLeftCorner(rows / 3, columns / 3).setConstant(kMasked);
    Heatmap heatmap;
    heatmap.set(matrix);
    for (const char* id : {"red-blue", "magma", "red-blue"}) {
      SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns) + " in " + id);
      const HeatmapStyle style = filling(64, 64, id, {-3, 3});
      const test::Picture picture = draw(heatmap, style, 64, 64);
      const Matrix expected = strongest(matrix, 64, 64, style.colormap->diverging);
      for (int y = 0; y < 64; ++y) {
        for (int x = 0; x < 64; ++x) {
          const Rgb actual = color_at(picture, x, y);
          if (expected(y, x) == kMasked) {
            EXPECT_LT(actual.r, actual.b + 1) << "hatch at " << x << ", " << y;
            continue;
          }
          EXPECT_LE(apart(actual, color_of(*style.colormap, style.range, expected(y, x))), 1)
              << x << ", " << y;
        }
      }
    }
  }
}

TEST_F(HeatmapSmallCellsTest, TheStrongestIsFarthestFromZeroInADivergingMap) {
  Matrix matrix = Matrix::Zero(256, 256);
  matrix(100, 100) = 0.5f;
  matrix(101, 101) = -0.9f;
  HeatmapStyle style = filling(16, 16, "red-blue", {-1, 1});
  EXPECT_EQ(color_at(draw(matrix, style, 16, 16), 6, 6), color_of(*style.colormap, {-1, 1}, -0.9f));
  style = filling(16, 16, "gray", {-1, 1});
  EXPECT_EQ(color_at(draw(matrix, style, 16, 16), 6, 6), color_of(*style.colormap, {-1, 1}, 0.5f));
}

TEST_F(HeatmapSmallCellsTest, ADivergingMapHasItsCenterInTheMiddle) {
  Matrix matrix(1, 8);
  matrix << -0.8F, -0.1F, -0.05F, 0, 0.1F, 0.4F, 0.9F, 5;
  for (const ColorRange range : {ColorRange{-0.1F, 0.9F}, ColorRange{-0.1F, 0.9F, 0.4F},
                                 ColorRange{0.2F, 0.9F}, ColorRange{-0.9F, 0.2F}}) {
    HeatmapStyle style = filling(160, 20, "red-blue", range);
    style.gap = style.radius = 0;
    const test::Picture picture = draw(matrix, style, 160, 20);
    for (int n = 0; n < 8; ++n) {
      EXPECT_EQ(color_at(picture, 20 * n + 10, 10), color_of(*style.colormap, range, matrix(0, n)))
          << n;
    }
  }
}

TEST_F(HeatmapSmallCellsTest, AMaskedCellShowsOnlyWhereAllAre) {
  Matrix matrix = Matrix::Constant(256, 256, kMasked);
  matrix(100, 100) = -5;  // weaker than any but a masked cell
  matrix(20, 20) = std::numeric_limits<float>::quiet_NaN();
  for (const char* id : {"red-blue", "viridis"}) {
    SCOPED_TRACE(id);
    const HeatmapStyle style = filling(16, 16, id, {-5, 5});
    const test::Picture picture = draw(matrix, style, 16, 16);
    EXPECT_EQ(pixels_of(picture, style.colormap->steps[0]), (std::vector<Pixel>{{1, 1}, {6, 6}}));
  }
}

TEST_F(HeatmapSmallCellsTest, InfinityIsStrongestAndNanWeakest) {
  Matrix matrix = Matrix::Constant(128, 128, 0.25f);
  matrix(0, 0) = std::numeric_limits<float>::quiet_NaN();
  matrix(127, 127) = std::numeric_limits<float>::infinity();
  for (const char* id : {"red-blue", "viridis"}) {
    const HeatmapStyle style = filling(8, 8, id, {-1, 1});
    const test::Picture picture = draw(matrix, style, 8, 8);
    EXPECT_EQ(color_at(picture, 0, 0), color_of(*style.colormap, {-1, 1}, 0.25f));
    EXPECT_EQ(color_at(picture, 7, 7), style.colormap->steps[255]);
  }
}

}  // namespace
}  // namespace attn::gl::heatmap_small_cells_test
