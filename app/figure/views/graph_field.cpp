#include "app/figure/views/graph_field.h"

#include <algorithm>
#include <cmath>

#include "app/figure/charts/graph_layout.h"
#include "app/figure/text/visible_text.h"

namespace attn {
namespace {

// Each node with an arrow has a label: labels of more nodes than this do not fit.
constexpr Index kMostRows = 40;
constexpr std::size_t kMostOfQuery = 16, kMostOfOthers = 3;
constexpr double kLeast = 0.01;  // smallest visible weight

constexpr double kLargestNode = 16, kLabelledNode = 9, kSmallestNode = 2.5;
constexpr double kShareOfGap = 0.3;  // radius as a share of the distance between two nodes

}  // namespace

GraphField::GraphField(const ViewInput& input, const Rect& field) : input_(input), field_(field) {
  const auto places = graph_nodes(scene(), input.state.options.graph);
  radius_ = radius_for(places.size());
  const double loop = 1.6 * loop_radius() + 3;  // extent of a loop beyond the node
  const double margin = radius_ + std::max(has_names_inside() ? 12.0 : 24.0, loop);
  const double side = std::max(8.0, std::min(field.width - 2 * margin, field.height - 2 * margin));
  const Point half{field.width / side / 2, field.height / side / 2};
  chart_ = {"graph", field, {0.5 - half.x, 0.5 - half.y}, {0.5 + half.x, 0.5 + half.y}};
  radius_ = std::clamp(radius_, kSmallestNode, std::max(kSmallestNode, kShareOfGap * side * gap()));
  for (const Point& place : places) nodes_.push_back(into_field(chart_.place(place)));
}

std::string GraphField::name(std::size_t n) const {
  const auto& tokens = scene().tokens;
  return visible_text(n < tokens.size() ? tokens[n] : scene().queries->tokens[n - tokens.size()]);
}

double GraphField::loop_radius() const { return std::max(3.5, 0.55 * radius_); }

bool GraphField::has_names_inside() const { return radius_ >= kLabelledNode; }

/// Smallest distance between two nodes before any drag; ignored for very many nodes.
double GraphField::gap() const {
  const auto places = graph_nodes(scene(), {});
  if (places.size() > 200) return 1;
  double least = 1;
  for (std::size_t a = 0; a < places.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      least = std::min(least, std::hypot(places[a].x - places[b].x, places[a].y - places[b].y));
    }
  }
  return least;
}

double GraphField::radius_for(std::size_t count) const {
  const double side = std::min(field_.width, field_.height);
  const double each =
      side / (3.4 * std::sqrt(static_cast<double>(std::max<std::size_t>(1, count))));
  // A column of queries leaves less space for each node.
  const double column =
      scene().queries
          ? side / static_cast<double>(std::max(key_count(), scene().query_count())) / 2.4
          : each;
  const double largest = count <= 40 ? kLargestNode : 6;
  const double radius = std::clamp(std::min(each, column), kSmallestNode, largest);
  if (radius < kLabelledNode || count > 40) return std::min(radius, 6.0);
  for (std::size_t n = 0; n < count; ++n) {
    if (input_.ruler.width(name(n), Type::caption) > 2 * radius - 5) return 7;
  }
  return radius;
}

Point GraphField::into_field(Point p) const {
  const double margin = radius_ + 2;
  const auto inside = [margin](double x, double low, double high) {
    return high - low < 2 * margin ? (low + high) / 2 : std::clamp(x, low + margin, high - margin);
  };
  return {inside(p.x, field_.x, field_.right()), inside(p.y, field_.y, field_.bottom())};
}

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
