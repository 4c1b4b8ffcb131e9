// Tests measures and thumbnails of a file's heads. tests/app/import_dumps.py compares the numbers
// with NumPy.

#include "app/document/imports/head_measures.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/document/imports/open_dump.h"
#include "engine/attention/trace.h"
#include "tests/document/tensors/made_files.h"
#include "tests/support/random.h"

namespace attn::head_measures_test {
namespace {

Matrix of(std::initializer_list<std::initializer_list<float>> rows) {
  return Matrix(Eigen::MatrixXf(rows));
}

TEST(HeadMeasures, AreThoseOfHeadsThatAreKnown) {
  const HeadMeasures itself = measures_of(Matrix(Matrix::Identity(4, 4)));
  EXPECT_EQ(itself.entropy, 0);
  EXPECT_EQ(itself.distance, 0);
  EXPECT_EQ(itself.itself, 1);
  EXPECT_EQ(itself.first, .25);
  const HeadMeasures before =
      measures_of(of({{1, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}));
  EXPECT_EQ(before.previous, 1) << "before the first token there is none";
  EXPECT_EQ(before.distance, .75);
  const HeadMeasures uniform = measures_of(Matrix(Matrix::Constant(8, 8, .125F)));
  EXPECT_NEAR(uniform.entropy, std::log(8), 1e-6);
  EXPECT_NEAR(uniform.first, .125, 1e-9);
}

TEST(HeadMeasures, AreOfRowsDividedByTheirSum) {
  test::Random random(3);
  const Matrix weights = random.matrix(9, 9).cwiseAbs();
  Matrix scaled = weights;
  for (Index i = 0; i < 9; ++i) scaled.row(i) *= static_cast<float>(i + 1);
  const HeadMeasures a = measures_of(weights), b = measures_of(scaled);
  for (const HeadMeasure& measure : head_measures()) {
    EXPECT_NEAR(a.*measure.number, b.*measure.number, 1e-5) << measure.id;
  }
  Matrix more = Matrix::Zero(10, 9);
  more.topRows(9) = weights;
  EXPECT_NEAR(measures_of(more).entropy, a.entropy, 1e-9) << "a row that sees no key is none";
}

TEST(HeadMeasures, AreNotThereWhereTheyHaveNoMeaning) {
  const HeadMeasures cross = measures_of(Matrix(Matrix::Constant(2, 4, .25F)));
  EXPECT_NEAR(cross.entropy, std::log(4), 1e-6);
  EXPECT_TRUE(std::isnan(cross.distance) && std::isnan(cross.previous) && std::isnan(cross.itself));
  EXPECT_TRUE(std::isnan(measures_of(of({{1.5F, -.5F}, {0, 1}})).entropy));
  EXPECT_TRUE(std::isnan(measures_of(Matrix(Matrix::Zero(3, 3))).entropy));
  EXPECT_TRUE(std::isnan(measures_of(Matrix(Matrix::Constant(3, 3, kMasked))).entropy));
}

TEST(HeadPicture, HasAsMuchOfAHeadAsMemoryAllows) {
  EXPECT_EQ(picture_side(1), 512);
  EXPECT_EQ(picture_side(144), 341);
  EXPECT_EQ(picture_side(16384), 42);
  EXPECT_EQ(picture_side(0), 512);
}

TEST(Pooled, ShowsTheLargestOfEachPart) {
  constexpr Index kSide = kThumbnail;
  test::Random random(5);
  for (const auto& [rows, columns] : {std::pair{100, 85}, {43, 42}, {42, 300}, {7, 5}}) {
    const Matrix matrix = random.matrix(rows, columns);
    const Matrix small = pooled(matrix, kSide);
    ASSERT_EQ(small.rows(), std::min<Index>(rows, kSide));
    ASSERT_EQ(small.cols(), std::min<Index>(columns, kSide));
    for (Index i = 0; i < rows; ++i) {
      for (Index j = 0; j < columns; ++j) {
        const float part = small(i * small.rows() / rows, j * small.cols() / columns);
        EXPECT_GE(std::abs(part), std::abs(matrix(i, j)));
      }
    }
    EXPECT_EQ(small.cwiseAbs().maxCoeff(), matrix.cwiseAbs().maxCoeff());
  }
  Matrix masked = Matrix::Constant(84, 84, kMasked);
  masked(0, 1) = 0;
  const Matrix small = pooled(masked, kSide);
  EXPECT_EQ(small(0, 0), 0) << "one of them is seen";
  EXPECT_EQ(small(0, 1), kMasked);
}

TEST(HeadSummary, ReadsOneHeadAndLeavesKeysOut) {
  const std::string bytes =
      test::npy("(2, 2, 2)", test::floats({.5F, .5F, .9995F, .0005F, 0, -INFINITY, 0, 0}));
  const auto dump = open_dump(FileBytes::held(bytes));
  const HeadSummary all = summary_of(*dump, 0, 0, 42);
  EXPECT_EQ((*all.thumbnail)(1, 0), .9995F);
  EXPECT_EQ(all.lost_rows, 0);
  const HeadSummary hidden = summary_of(*dump, 0, 0, 42, {false, true});
  EXPECT_EQ(hidden.lost_rows, 1);
  EXPECT_EQ(hidden.measures.entropy, 0);
  EXPECT_EQ((*hidden.thumbnail)(1, 0), kMasked);
  EXPECT_NEAR(summary_of(*dump, 0, 1, 42).measures.first, .75, 1e-6) << "scores by their softmax";
}

}  // namespace
}  // namespace attn::head_measures_test
