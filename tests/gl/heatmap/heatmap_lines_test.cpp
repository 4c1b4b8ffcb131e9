#include <set>
#include <vector>

#include "tests/gl/gl_test.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::gl::heatmap_lines_test {
namespace {

using test::case_seed;
using test::Random;

/// Rows and columns that are uploaded alone.
class HeatmapLinesTest : public GlTest {};

Matrix random_numbers(Index rows, Index columns, Random& random) {
  Matrix matrix(rows, columns);
  for (float& one : matrix.reshaped()) one = random.below(9) == 0 ? kMasked : random.number();
  return matrix;
}

/// Changes a row and a column of `matrix`, and tells `heatmap`.
void edit(Matrix& matrix, Heatmap& heatmap, Random& random) {
  const Matrix other = random_numbers(matrix.rows(), matrix.cols(), random);
  const Index row = random.below(static_cast<int>(matrix.rows()));
  const Index column = random.below(static_cast<int>(matrix.cols()));
  matrix.row(row) = other.row(row).array() - 1;  // weaker ones too
  matrix.col(column) = other.col(column);
  heatmap.set_row(matrix, row);
  heatmap.set_column(matrix, column);
}

TEST_F(HeatmapLinesTest, HaveAnotherLookWhereverAnythingIsDrawnOtherwise) {
  const HeatmapStyle style = filling(120, 90, "viridis", {-3, 3});
  Random random(case_seed(0));
  Matrix matrix = random_numbers(5, 9, random);
  Heatmap heatmap, another;
  std::set<std::uint64_t> looks;
  const auto expect_new = [&](const Heatmap& one, const HeatmapStyle& drawn, const char* what) {
    EXPECT_TRUE(looks.insert(one.image_hash(drawn)).second) << what;
    EXPECT_EQ(one.image_hash(drawn), one.image_hash(drawn));
  };
  heatmap.set(matrix);
  expect_new(heatmap, style, "numbers");
  another.set(matrix);
  expect_new(another, style, "another heatmap");
  heatmap.set_row(matrix, 1);
  expect_new(heatmap, style, "a row");
  heatmap.set_column(matrix, 1);
  expect_new(heatmap, style, "a column");
  heatmap.set_scores(matrix);
  expect_new(heatmap, style, "scores");
  heatmap.set_softmax(1, std::vector<Heatmap::SoftmaxRow>(5));
  expect_new(heatmap, style, "how they become weights");
  HeatmapStyle other = style;
  other.range.high = 4;
  expect_new(heatmap, other, "the range");
  other.rect[2] += 1;
  expect_new(heatmap, other, "the place");
  other.colormap = find_colormap("gray");
  expect_new(heatmap, other, "the colours");
  other.background.r = 0.5F;
  expect_new(heatmap, other, "the ground");
  other.clip[2] = 3;
  EXPECT_TRUE(looks.contains(heatmap.image_hash(other))) << "only less of it";
}

TEST_F(HeatmapLinesTest, LookAsWhenAllIsUploaded) {
  struct Shape {
    Index rows, columns;
  };
  for (const auto& [rows, columns] : {Shape{5, 9}, Shape{130, 150}, Shape{1001, 777},
                                      Shape{7, 1500}, Shape{1500, 7}, Shape{600, 1}}) {
    for (const char* colormap : {"viridis", "red-blue"}) {
      SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns) + " in " + colormap);
      const HeatmapStyle style = filling(120, 90, colormap, {-3, 3});
      Random random(case_seed(rows, columns, colormap));
      Matrix matrix = random_numbers(rows, columns, random);
      Heatmap heatmap;
      heatmap.set(matrix);
      draw(heatmap, style, 120, 90);
      for (int n = 0; n < 4; ++n) {
        edit(matrix, heatmap, random);
        if (n == 1) continue;  // and two edits without a frame between
        Heatmap whole;
        whole.set(matrix);
        EXPECT_EQ(compare(draw(heatmap, style, 120, 90), draw(whole, style, 120, 90)).max, 0) << n;
      }
    }
  }
}

TEST_F(HeatmapLinesTest, AreForgottenWhenAllIsUploadedAnew) {
  Random random(case_seed());
  const HeatmapStyle style = filling(100, 100, "viridis", {-3, 3});
  Matrix matrix = random_numbers(800, 800, random);
  Heatmap heatmap, whole;
  heatmap.set(matrix);
  draw(heatmap, style, 100, 100);
  edit(matrix, heatmap, random);
  matrix = random_numbers(800, 800, random);
  heatmap.set(matrix);
  whole.set(matrix);
  EXPECT_EQ(compare(draw(heatmap, style, 100, 100), draw(whole, style, 100, 100)).max, 0);
}

}  // namespace
}  // namespace attn::gl::heatmap_lines_test
