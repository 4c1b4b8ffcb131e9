#include "app/figure/views/plane_points.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

constexpr double kAround = 0.14;  // margin on each side, as a share of the points' extent

std::vector<Point> projected(const PlaneAxes& axes, const Matrix* rows) {
  std::vector<Point> points;
  if (!rows) return points;
  for (Index n = 0; n < rows->rows(); ++n) points.push_back(axes.project(rows->row(n)));
  return points;
}

struct Bounds {
  Point low, high;
  void add(Point p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
};

/// Bounds of all points; including 0 if arrows start at 0, or 0 is near.
Bounds bounds_of(const PlaneSpace& space, const PlaneAxes& axes) {
  const auto tokens = projected(axes, space.tokens), queries = projected(axes, space.queries);
  Bounds bounds{tokens[0], tokens[0]};
  for (const Point& p : tokens) bounds.add(p);
  for (const Point& p : queries) bounds.add(p);
  if (!space.has_outputs) bounds.add({0, 0});
  return bounds;
}

/// `bounds` with a margin, extended to the aspect ratio of `area`.
Bounds fitted(const Bounds& bounds, const Rect& area) {
  double width = bounds.high.x - bounds.low.x, height = bounds.high.y - bounds.low.y;
  const Point middle{bounds.low.x + width / 2, bounds.low.y + height / 2};
  width *= 1 + 2 * kAround;
  height *= 1 + 2 * kAround;
  // Points that differ only by rounding count as one.
  const double farthest = std::max({std::abs(bounds.low.x), std::abs(bounds.low.y),
                                    std::abs(bounds.high.x), std::abs(bounds.high.y)});
  if (std::max(width, height) <= 1e-6 * farthest) width = height = 0.5 * farthest;
  if (!(std::max(width, height) > 0)) width = height = 2;
  const double unit = std::max(width / area.width, height / area.height);
  const Point half{unit * area.width / 2, unit * area.height / 2};
  return {{middle.x - half.x, middle.y - half.y}, {middle.x + half.x, middle.y + half.y}};
}

}  // namespace

PlanePoints plane_points(const ViewInput& input, std::string_view id, const Rect& area) {
  const Evaluation& still = input.held ? *input.held : *input.evaluation;
  const Index head = input.head();
  const PlaneSpace before = plane_space(still, head, id);
  PlanePoints points{.space = plane_space(*input.evaluation, head, id),
                     .axes = plane_axes(before, input.state.options.plane)};
  const Bounds range = fitted(bounds_of(before, points.axes), area);
  points.chart = {"plane." + std::string(id), area, range.low, range.high};
  const auto places = [&](const Matrix* rows) {
    auto result = projected(points.axes, rows);
    for (Point& p : result) p = points.chart.place(p);
    return result;
  };
  points.tokens = places(points.space.tokens);
  points.queries = places(points.space.queries);
  points.origin = points.chart.place({0, 0});
  return points;
}

}  // namespace attn
