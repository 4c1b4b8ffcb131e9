#include "app/figure/views/graph_field.h"

#include <algorithm>
#include <cmath>

#include "app/figure/charts/graph_layout.h"
#include "app/figure/text/visible_text.h"

namespace attn {
namespace {

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

}  // namespace attn
