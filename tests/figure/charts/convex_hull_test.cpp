#include <gtest/gtest.h>

#include "app/figure/numbers/plane_space.h"
#include "tests/figure/charts/distance_outside.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"

namespace attn::convex_hull_test {
namespace {

std::vector<Point> random_points(test::Random& random, int count, bool on_a_grid) {
  std::vector<Point> points;
  for (int n = 0; n < count; ++n) {
    Point p{random.between(-3, 3), random.between(-3, 3)};
    if (on_a_grid) p = {std::round(p.x), std::round(p.y)};
    points.push_back(p);
  }
  return points;
}

void expect_points(const std::vector<Point>& hull, const std::vector<Point>& expected) {
  ASSERT_EQ(hull.size(), expected.size());
  for (std::size_t n = 0; n < hull.size(); ++n) {
    EXPECT_EQ(hull[n].x, expected[n].x) << n;
    EXPECT_EQ(hull[n].y, expected[n].y) << n;
  }
}

TEST(ConvexHull, LeavesOutWhatIsInsideAndOnTheSides) {
  expect_points(convex_hull({{1, 1}, {0, 2}, {2, 0}, {0, 0}, {1, 0}, {2, 2}, {0, 0}, {0.5, 1.5}}),
                {{0, 0}, {2, 0}, {2, 2}, {0, 2}});
}

TEST(ConvexHull, OfALineAreItsEndsAndOfOnePointThePoint) {
  expect_points(convex_hull({{1, 1}, {3, 3}, {0, 0}, {2, 2}}), {{0, 0}, {3, 3}});
  expect_points(convex_hull({{4, 5}, {4, 5}, {4, 5}}), {{4, 5}});
  EXPECT_TRUE(convex_hull({}).empty());
}

TEST(ConvexHull, HoldsAllPointsAndTurnsOneWayAtEachCorner) {
  for (int round = 0; round < 200; ++round) {
    test::Random random(test::case_seed(round));
    const auto points = random_points(random, 1 + round % 40, round % 2 == 0);
    const auto hull = convex_hull(points);
    for (const Point& p : points) EXPECT_LE(test::distance_outside(hull, p), 1e-12);
    if (hull.size() < 3) continue;
    for (std::size_t n = 0; n < hull.size(); ++n) {
      const Point a = hull[n], b = hull[(n + 1) % hull.size()], c = hull[(n + 2) % hull.size()];
      EXPECT_GT((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x), 0);
    }
  }
}

TEST(ConvexHull, HoldsEveryWeightedMeanOfThePoints) {
  for (int round = 0; round < 100; ++round) {
    test::Random random(test::case_seed(round));
    const auto points = random_points(random, 2 + round % 10, false);
    Point mean;
    double sum = 0;
    for (const Point& p : points) {
      const double weight = random.between(0, 1);
      mean.x += weight * p.x;
      mean.y += weight * p.y;
      sum += weight;
    }
    EXPECT_LE(test::distance_outside(convex_hull(points), {mean.x / sum, mean.y / sum}), 1e-12);
  }
}

TEST(ConvexHull, TellsHowFarOutsideAPointLies) {
  const auto square = convex_hull({{0, 0}, {2, 0}, {2, 2}, {0, 2}});
  EXPECT_EQ(test::distance_outside(square, {1, 1}), 0);
  EXPECT_DOUBLE_EQ(test::distance_outside(square, {3, 1}), 1);
  EXPECT_DOUBLE_EQ(test::distance_outside(square, {5, 6}), 5);
  const auto line = convex_hull({{0, 0}, {2, 0}});
  EXPECT_EQ(test::distance_outside(line, {1, 0}), 0);
  EXPECT_DOUBLE_EQ(test::distance_outside(line, {1, -2}), 2);
}

}  // namespace
}  // namespace attn::convex_hull_test
