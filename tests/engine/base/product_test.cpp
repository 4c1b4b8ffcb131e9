#include <gtest/gtest.h>

#include "engine/base/matrix.h"
#include "tests/engine/scenes.h"
#include "tests/support/case_seed.h"

namespace attn::product_test {
namespace {

using namespace attn::test;

TEST(Product, IsTheProductAcrossBlocksOfRows) {
  for (const Index rows : {1, 255, 256, 257, 600}) {
    Random random(case_seed(rows));
    const Matrix a = random.matrix(rows, 7);
    const Matrix b = random.matrix(7, 5);
    const Matrix expected = (0.5 * (a.cast<double>() * b.cast<double>())).cast<float>();
    EXPECT_EQ(product(a, b, 0.5), expected) << rows;
  }
}

TEST(Product, TakesTransposedAndWideFactors) {
  const Matrix a = matrix({{1, 2}, {3, 4}});
  const WideMatrix b = a.cast<double>();
  EXPECT_EQ(product(b, a.transpose()), matrix({{5, 11}, {11, 25}}));
}

TEST(Product, RoundsOnce) {
  const Matrix a = matrix({{1e20f, 1, -1e20f}});
  EXPECT_EQ(product(a, matrix({{1}, {1}, {1}}))(0, 0), 0);
  EXPECT_EQ(product(matrix({{1e8f, 1, -1e8f}}), matrix({{1}, {1}, {1}}))(0, 0), 1);
}

}  // namespace
}  // namespace attn::product_test
