#include "app/document/edits/matrix_fill.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/document/edits/origins.h"
#include "tests/engine/scenes.h"

namespace attn::matrix_fill_test {
namespace {

using namespace attn::test;

Matrix filled(std::string_view id, Matrix m, std::uint64_t seed = 1) {
  for (const MatrixFill& fill : matrix_fills()) {
    if (fill.id == id) fill.fill(m, seed);
  }
  return m;
}

TEST(MatrixFill, FillsKeepTheShapeAndSayWhatTheyDo) {
  const Matrix m = Random(1).matrix(3, 5);
  for (const MatrixFill& fill : matrix_fills()) {
    Matrix changed = m;
    fill.fill(changed, 1);
    EXPECT_EQ(changed.rows(), 3) << fill.id;
    EXPECT_EQ(changed.cols(), 5) << fill.id;
    EXPECT_NE(changed, m) << fill.id;
    EXPECT_FALSE(fill.label.empty() || fill.hint.empty()) << fill.id;
  }
  EXPECT_EQ(filled("zero", m), Matrix::Zero(3, 5));
  EXPECT_EQ(filled("identity", m), Matrix::Identity(3, 5));
}

TEST(MatrixFill, RandomNumbersAreNormalRoundAndOfTheirSeed) {
  const Matrix m = random_matrix(200, 200, 5);
  EXPECT_NEAR(m.mean(), 0, 0.02);
  EXPECT_NEAR(m.array().square().mean(), 1, 0.03);
  EXPECT_NEAR((m.array().abs() < 1).cast<double>().mean(), 0.6827, 0.01);
  for (Index n = 0; n < m.size(); ++n) {
    const double number = m.data()[n];
    ASSERT_NEAR(number * 100, std::round(number * 100), 1e-4);
    ASSERT_FALSE(number == 0 && std::signbit(number));
  }
  EXPECT_EQ(random_matrix(200, 200, 5), m);
  EXPECT_NE(random_matrix(200, 200, 6), m);
}

TEST(MatrixFill, RowsOfAnySizeGetLengthOne) {
  Matrix m = matrix({{3, 4}, {0, 0}, {-1e-30f, 0}, {3e38f, 3e38f}, {1e-45f, 0}});
  normalise_rows(m);
  EXPECT_FLOAT_EQ(m(0, 0), 0.6f);
  EXPECT_FLOAT_EQ(m(0, 1), 0.8f);
  EXPECT_TRUE(m.row(1).isZero(0));
  for (const Index i : {0, 2, 3, 4}) EXPECT_NEAR(m.row(i).norm(), 1, 1e-6) << i;
}

TEST(Origins, SayWhereEachWas) {
  EXPECT_EQ(inserted(3, 0), (Origins{kNew, 0, 1, 2}));
  EXPECT_EQ(inserted(3, 3), (Origins{0, 1, 2, kNew}));
  EXPECT_EQ(removed(3, 1), (Origins{0, 2}));
  EXPECT_EQ(moved(4, 0, 2), (Origins{1, 2, 0, 3}));
  EXPECT_EQ(moved(4, 3, 0), (Origins{3, 0, 1, 2}));
  EXPECT_EQ(resized(3, 2), (Origins{0, 1}));
  EXPECT_EQ(resized(2, 4), (Origins{0, 1, kNew, kNew}));
  Origins order = shuffled(100, 1);
  EXPECT_NE(order, same_places(100));
  std::ranges::sort(order);
  EXPECT_EQ(order, same_places(100));
}

}  // namespace
}  // namespace attn::matrix_fill_test
