#include "app/figure/views/graph_arrows.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

constexpr Index kFewTokens = 16;
// Each node with an arrow has a label: labels of more nodes than this do not fit.
constexpr Index kMostRows = 40;
constexpr std::size_t kMostOfQuery = 16, kMostOfOthers = 3;
constexpr double kLeast = 0.01;  // smallest visible weight

}  // namespace

bool shows_one_query(const Matrix& weights) {
  return std::max(weights.rows(), weights.cols()) > kMostRows;
}

GraphArrows graph_arrows(const Matrix& weights, Index query, double share, std::size_t most,
                         bool alone) {
  const bool are_few = std::max(weights.rows(), weights.cols()) <= kFewTokens;
  const bool is_alone = alone || shows_one_query(weights);
  GraphArrows graph;
  for (Index i = 0; i < weights.rows(); ++i) {
    if (is_alone && i != query) continue;
    const bool has_all = are_few || i == query;
    const StrongestKeys strongest = strongest_keys(
        weights, i,
        {.share = has_all ? 1 : share,
         .least = kLeast,
         .most = has_all ? std::min(is_alone ? most : kMostOfQuery, kMostOfQuery) : kMostOfOthers,
         .most_tied = std::min(is_alone ? most : kMostOfQuery, kMostOfQuery)});
    for (const Index j : strongest.keys) graph.arrows.push_back({{i, j}, weights(i, j)});
    graph.drawn = graph.drawn + strongest.drawn;
  }
  std::ranges::stable_sort(graph.arrows, {},
                           [](const GraphArrow& arrow) { return std::abs(arrow.weight); });
  return graph;
}

std::vector<Point> bent_line(Point from, Point to, double from_gap, double to_gap, double bend) {
  const double dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
  if (length <= from_gap + to_gap + 1) return {};
  // A quadratic curve whose midpoint lies bend / 2 off the straight line.
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
