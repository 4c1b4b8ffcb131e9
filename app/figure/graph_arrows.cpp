#include "app/figure/graph_arrows.h"

#include <algorithm>
#include <cmath>

#include "app/figure/head_links.h"

namespace attn {
namespace {

constexpr Index kMostRows = 64;  // of whose strongest weights a picture can be made
constexpr std::size_t kMostOfQuery = 64, kMostOfOthers = 3;
constexpr double kLeast = 0.01;  // a weight that can be seen

}  // namespace

bool shows_one_query(const Matrix& weights) {
  return std::max(weights.rows(), weights.cols()) > kMostRows;
}

std::vector<GraphArrow> graph_arrows(const Matrix& weights, Index query, double share) {
  const bool are_few = std::max(weights.rows(), weights.cols()) <= kFewTokens;
  const bool is_alone = shows_one_query(weights);
  std::vector<GraphArrow> arrows;
  for (Index i = 0; i < weights.rows(); ++i) {
    if (is_alone && i != query) continue;
    const double mass = are_few || i == query ? 1 : share;
    const std::size_t most = are_few || i == query ? kMostOfQuery : kMostOfOthers;
    std::size_t count = 0;
    for (const Index j : strongest_keys(weights, i, mass)) {
      if (count == most || (count > 0 && weights(i, j) < kLeast)) break;
      arrows.push_back({{i, j}, weights(i, j)});
      ++count;
    }
  }
  std::ranges::stable_sort(arrows, {}, &GraphArrow::weight);
  return arrows;
}

std::vector<Point> bent_line(Point from, Point to, double from_gap, double to_gap, double bend) {
  const double dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
  if (length <= from_gap + to_gap + 1) return {};
  // A quadratic curve whose middle stands off the straight line by bend / 2.
  const Point control{from.x + dx / 2 - bend * dy, from.y + dy / 2 + bend * dx};
  const int steps = bend == 0 ? 1 : 24;
  const double first = from_gap / length, last = 1 - to_gap / length;
  std::vector<Point> points;
  for (int n = 0; n <= steps; ++n) {
    const double t = first + (last - first) * n / steps, s = 1 - t;
    points.push_back({s * s * from.x + 2 * s * t * control.x + t * t * to.x,
                      s * s * from.y + 2 * s * t * control.y + t * t * to.y});
  }
  return points;
}

}  // namespace attn
