#include "app/figure/charts/convex_hull.h"

#include <algorithm>
#include <tuple>

namespace attn {
namespace {

/// Positive if a, b, c turn counterclockwise (y upwards).
double turn(Point a, Point b, Point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

}  // namespace

// Andrew's monotone chain: the lower side from left to right, then the upper one back.
std::vector<Point> convex_hull(std::vector<Point> points) {
  const auto key = [](const Point& p) { return std::tuple(p.x, p.y); };
  std::ranges::sort(points, {}, key);
  const auto are_same = [&](const Point& p, const Point& q) { return key(p) == key(q); };
  points.erase(std::unique(points.begin(), points.end(), are_same), points.end());
  if (points.size() < 3) return points;
  std::vector<Point> hull;
  const auto add = [&hull](Point p, std::size_t kept) {
    while (hull.size() >= kept + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0) {
      hull.pop_back();
    }
    hull.push_back(p);
  };
  for (const Point& p : points) add(p, 0);
  const std::size_t lower = hull.size() - 1;
  for (std::size_t n = points.size() - 1; n-- > 0;) add(points[n], lower);
  hull.pop_back();  // equals the first
  return hull;
}

}  // namespace attn
