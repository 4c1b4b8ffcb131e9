#include <gtest/gtest.h>

#include "app/figure/numbers/plane_space.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::plane_axes_test {
namespace {

Matrix random_points(Index rows, Index columns, unsigned seed) {
  test::Random random(seed);
  Matrix points(rows, columns);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) {
      points(i, j) = random.number() * static_cast<float>(1 + j) + static_cast<float>(3 * j);
    }
  }
  return points;
}

double variance_along(const Matrix& points, const Eigen::VectorXd& direction) {
  const Eigen::VectorXd along = points.cast<double>() * direction;
  return (along.array() - along.mean()).square().sum();
}

double whole_variance(const Matrix& points) {
  double sum = 0;
  for (Index j = 0; j < points.cols(); ++j) {
    sum += variance_along(points, Eigen::VectorXd::Unit(points.cols(), j));
  }
  return sum;
}

TEST(PlaneAxes, FindsTheLineThatPointsLieOn) {
  Matrix points(3, 3);
  points << 1, 2, 2, 3, 6, 6, -1, -2, -2;
  const PlaneAxes axes = principal_axes(points);
  EXPECT_FALSE(axes.dimensions);
  EXPECT_NEAR(axes.directions(0, 0), 1 / 3.0, 1e-12);
  EXPECT_NEAR(axes.directions(0, 1), 2 / 3.0, 1e-12);
  EXPECT_NEAR(axes.directions(0, 2), 2 / 3.0, 1e-12);
  EXPECT_NEAR(axes.shares[0], 1, 1e-12);
  EXPECT_NEAR(axes.shares[1], 0, 1e-12);
  EXPECT_NEAR(axes.project(points.row(1)).x, 9, 1e-9);
  EXPECT_NEAR(axes.project(points.row(1)).y, 0, 1e-9);
}

TEST(PlaneAxes, PrincipalOnesHoldTheMostVarianceAndSayHowMuch) {
  for (const auto& [rows, columns] : {std::pair<Index, Index>{40, 5}, {6, 12}, {2, 4}, {512, 3}}) {
    const Matrix points = random_points(rows, columns, test::case_seed(rows, columns));
    const PlaneAxes axes = principal_axes(points);
    const Eigen::MatrixXd square = axes.directions * axes.directions.transpose();
    EXPECT_TRUE(square.isApprox(Eigen::MatrixXd::Identity(2, 2), 1e-9)) << square;
    const double all = whole_variance(points);
    for (int n = 0; n < 2; ++n) {
      const Eigen::VectorXd direction = axes.directions.row(n).transpose();
      EXPECT_NEAR(axes.shares[static_cast<std::size_t>(n)], variance_along(points, direction) / all,
                  1e-9);
      Index largest = 0;
      direction.cwiseAbs().maxCoeff(&largest);
      EXPECT_GT(direction(largest), 0);
    }
    EXPECT_GE(axes.shares[0], axes.shares[1]);
    for (int round = 0; round < 50; ++round) {  // no other direction holds more
      test::Random random(test::case_seed(rows, columns, round));
      const Eigen::VectorXd other = random.row(columns).cast<double>().normalized();
      EXPECT_LE(variance_along(points, other), axes.shares[0] * all * (1 + 1e-9));
    }
  }
}

TEST(PlaneAxes, AreTheSameForTheSamePointsInAnotherPlace) {
  const Matrix points = random_points(20, 6, 9);
  const Matrix moved = points.rowwise() + RowVector::LinSpaced(6, -4, 4);
  EXPECT_TRUE(principal_axes(points).directions.isApprox(principal_axes(moved).directions, 1e-4));
}

TEST(PlaneAxes, AreTheDimensionsWhereThereAreTwoOrNothingVaries) {
  const PlaneAxes two = principal_axes(random_points(9, 2, 1));
  EXPECT_EQ(two.dimensions, (std::array<Index, 2>{0, 1}));
  EXPECT_NEAR(two.shares[0] + two.shares[1], 1, 1e-12);
  const PlaneAxes one = principal_axes(random_points(9, 1, 1));
  EXPECT_EQ(one.dimensions, (std::array<Index, 2>{0, 0}));
  EXPECT_EQ(one.directions(1, 0), 0);
  EXPECT_EQ(one.shares, (std::array<double, 2>{1, 0}));
  const PlaneAxes still = principal_axes(Matrix::Constant(4, 3, 2));
  EXPECT_EQ(still.dimensions, (std::array<Index, 2>{0, 1}));
  EXPECT_EQ(still.shares, (std::array<double, 2>{0, 0}));
}

TEST(PlaneAxes, TakesChosenDimensionsAsFarAsThereAreSome) {
  const Matrix points = random_points(5, 4, 2);
  const PlaneAxes axes = chosen_axes(points, 3, 1);
  EXPECT_EQ(axes.project(points.row(2)).x, static_cast<double>(points(2, 3)));
  EXPECT_EQ(axes.project(points.row(2)).y, static_cast<double>(points(2, 1)));
  EXPECT_NEAR(axes.shares[0],
              variance_along(points, Eigen::VectorXd::Unit(4, 3)) / whole_variance(points), 1e-9);
  EXPECT_EQ(chosen_axes(points, 0, 9).dimensions, (std::array<Index, 2>{0, 3}));
}

}  // namespace
}  // namespace attn::plane_axes_test
