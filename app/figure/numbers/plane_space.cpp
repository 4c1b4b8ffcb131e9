#include "app/figure/numbers/plane_space.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "engine/base/clamped.h"

namespace attn {
namespace {

Matrix stacked(const Matrix& a, const Matrix& b) {
  Matrix both(a.rows() + b.rows(), a.cols());
  both.topRows(a.rows()) = a;
  both.bottomRows(b.rows()) = b;
  return both;
}

std::string percent(double share) { return std::to_string(std::lround(100 * share)) + " %"; }

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd centered(const Matrix& points) {
  MatrixXd x = points.cast<double>();
  x.rowwise() -= x.colwise().mean().eval();
  return x;
}

/// Direction with its largest component positive; among components equal up to rounding the first
/// counts.
VectorXd with_sign(VectorXd direction) {
  const double largest = direction.cwiseAbs().maxCoeff();
  for (Index n = 0; n < direction.size(); ++n) {
    if (std::abs(direction(n)) < largest * (1 - 1e-9)) continue;
    if (direction(n) < 0) direction = -direction;
    break;
  }
  return direction;
}

/// Direction orthogonal to `first`, as near to one of the dimensions as possible.
VectorXd beside(const VectorXd& first) {
  Index least = 0;
  first.cwiseAbs().minCoeff(&least);
  VectorXd other = VectorXd::Unit(first.size(), least);
  other -= first.dot(other) * first;
  return other.normalized();
}

/// Eigenvectors of the two largest eigenvalues of xᵀ·x, as columns; empty if x is 0. Decomposes the
/// smaller of xᵀ·x and x·xᵀ.
std::optional<MatrixXd> largest_directions(const MatrixXd& x) {
  const bool is_wide = x.cols() > x.rows();
  const MatrixXd square = is_wide ? MatrixXd(x * x.transpose()) : MatrixXd(x.transpose() * x);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(square);
  const VectorXd& values = solver.eigenvalues();
  const Index last = values.size() - 1;
  if (solver.info() != Eigen::Success || !(values(last) > 0)) return std::nullopt;
  MatrixXd directions(x.cols(), 2);
  for (int n = 0; n < 2; ++n) {
    const bool varies = last - n >= 0 && values(last - n) > values(last) * 1e-12;
    if (!varies) {
      directions.col(n) = beside(directions.col(0));
      continue;
    }
    const VectorXd vector = solver.eigenvectors().col(last - n);
    directions.col(n) = is_wide ? VectorXd((x.transpose() * vector).normalized()) : vector;
  }
  return directions;
}

std::array<double, 2> shares_of(const MatrixXd& x, const MatrixXd& directions) {
  const double all = x.squaredNorm();
  if (!(all > 0)) return {};
  const auto share = [&](int n) { return (x * directions.row(n).transpose()).squaredNorm() / all; };
  return {share(0), share(1)};
}

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

/// Positive if a, b, c turn counterclockwise (y upwards).
double turn(Point a, Point b, Point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

}  // namespace

PlaneSpace plane_space(const Evaluation& evaluation, Index head, std::string_view id) {
  const Trace& trace = evaluation.trace;
  const HeadTrace& of_head = trace.head(head);
  const std::string suffix = trace.heads.size() > 1 ? " · head " + std::to_string(head) : "";
  if (id == "keys") {
    const bool share_a_space = of_head.q.cols() == of_head.k.cols();
    return {.id = "keys",
            .title = "Queries and keys" + suffix,
            .symbol = "\\key{k}",
            .tokens = &of_head.k,
            .queries = share_a_space ? &of_head.q : nullptr,
            .has_arrows = true};
  }
  if (id == "values") {
    return {.id = "values",
            .title = "Values and output" + suffix,
            .symbol = "\\value{v}",
            .tokens = &of_head.v,
            .queries = &of_head.output,
            .has_outputs = true};
  }
  const bool has_own = evaluation.scene.queries && trace.query_x.cols() == trace.x.cols();
  return {.id = "inputs",
          .title = trace.position ? "Embeddings with positions" : "Embeddings",
          .symbol = "x",
          .tokens = &trace.x,
          .queries = has_own ? &trace.query_x : nullptr,
          .asks = !evaluation.scene.queries};
}

PlaneAxes plane_axes(const PlaneSpace& space, const ViewOptions::Plane& options) {
  const bool are_all = space.queries && !space.has_outputs;
  const Matrix points = are_all ? stacked(*space.tokens, *space.queries) : *space.tokens;
  const auto chosen = options.axes;
  if (!chosen) return principal_axes(points);
  // A space without a chosen dimension shows its principal components.
  if (std::max((*chosen)[0], (*chosen)[1]) >= points.cols()) return principal_axes(points);
  return chosen_axes(points, (*chosen)[0], (*chosen)[1]);
}

std::string dimension_name(std::string_view symbol, Index n) {
  return "$" + std::string(symbol) + "_{" + std::to_string(n) + "}$";
}

std::string brief_words_of(const PlaneAxes& axes, std::string_view symbol) {
  const auto name = [&](std::size_t n) {
    if (!axes.dimensions) return "PC " + std::to_string(n + 1);
    return dimension_name(symbol, (*axes.dimensions)[n]);
  };
  const std::string first = "→ " + name(0) + " ";
  if (axes.directions.row(1).isZero()) return first + "· " + percent(axes.shares[0]);
  return first + percent(axes.shares[0]) + "   ↑ " + name(1) + " " + percent(axes.shares[1]);
}

std::string words_of(const PlaneAxes& axes, std::string_view symbol) {
  const std::string both = percent(axes.shares[0] + axes.shares[1]);
  const std::string together =
      axes.directions.row(1).isZero() ? std::string() : "   together " + both;
  return brief_words_of(axes, symbol) + together + " of the variance";
}

PlaneAxes chosen_axes(const Matrix& points, Index x, Index y) {
  const Index width = points.cols();
  PlaneAxes axes{MatrixXd::Zero(2, width), {}, std::array{x, y}};
  for (Index& dimension : *axes.dimensions) dimension = clamped<Index>(dimension, 0, width - 1);
  const auto [first, second] = *axes.dimensions;
  axes.directions(0, first) = 1;
  if (second != first) axes.directions(1, second) = 1;
  axes.shares = shares_of(centered(points), axes.directions);
  return axes;
}

PlaneAxes principal_axes(const Matrix& points) {
  if (points.cols() <= 2) return chosen_axes(points, 0, 1);
  const MatrixXd x = centered(points);
  const auto largest = largest_directions(x);
  if (!largest) return chosen_axes(points, 0, 1);
  PlaneAxes axes{MatrixXd(2, points.cols())};
  for (int n = 0; n < 2; ++n) {
    axes.directions.row(n) = with_sign(largest->col(n)).transpose();
  }
  axes.shares = shares_of(x, axes.directions);
  return axes;
}

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
