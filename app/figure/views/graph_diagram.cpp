#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <set>
#include <string>

#include "app/document/edits/kind_edits.h"
#include "app/figure/charts/graph_layout.h"
#include "app/figure/charts/point_labels.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/numbers/weight_sums.h"
#include "app/figure/text/visible_text.h"
#include "app/figure/views/diagrams.h"
#include "app/figure/views/graph_arrows.h"
#include "app/figure/views/pair_quantity.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr double kGraphGap = 18, kGraphLine = 18;
constexpr double kWideEnough = 380;    // least width for a matrix next to the graph
constexpr double kLargestGraph = 440;  // size without a given height
constexpr std::size_t kMostGraphLabels = 160, kMostGraphTargets = 1024, kMostGraphLines = 4000;
constexpr double kBend = 0.16;
constexpr double kLargestNode = 16, kLabelledNode = 9, kSmallestNode = 2.5;
constexpr double kShareOfGap = 0.3;  // radius as a share of the distance between two nodes

std::size_t number(Index n) { return static_cast<std::size_t>(n); }

/// Draws nodes and arrows in their field.
class GraphDrawing {
 public:
  GraphDrawing(Diagram& diagram, const ViewInput& input, const std::vector<GraphArrow>& arrows,
               const Rect& field)
      : diagram_(diagram), input_(input), query_(input.query()), arrows_(arrows), field_(field) {
    for (const GraphArrow& arrow : arrows) largest_ = std::max(largest_, std::abs(arrow.weight));
    const auto places = graph_nodes(scene(), input.state.options.graph);
    radius_ = radius_for(places.size());
    const double loop = 1.6 * loop_radius() + 3;  // extent of a loop beyond the node
    const double margin = radius_ + std::max(has_names_inside() ? 12.0 : 24.0, loop);
    const double side =
        std::max(8.0, std::min(field.width - 2 * margin, field.height - 2 * margin));
    const Point half{field.width / side / 2, field.height / side / 2};
    chart_ = {"graph", field, {0.5 - half.x, 0.5 - half.y}, {0.5 + half.x, 0.5 + half.y}};
    radius_ = clamped(radius_, kSmallestNode, std::max(kSmallestNode, kShareOfGap * side * gap()));
    for (const Point& place : places) nodes_.push_back(into_field(chart_.place(place)));
  }

  /// Returns whether every linked token has a label and no labels overlap.
  bool draw() {
    diagram_.add_box(field_, {Ink::field}, 4);
    diagram_.charts.push_back(chart_);
    diagram_.add(ClipMark{field_});
    add_mask();
    for (const bool is_of_query : {false, true}) {
      for (const GraphArrow& arrow : arrows_) {
        if ((arrow.cell.query == query_) == is_of_query) add_arrow(arrow);
      }
    }
    add_nodes();
    const bool has_names = add_names();
    diagram_.add(ClipMark{});
    add_targets();
    return has_names;
  }

 private:
  const Scene& scene() const { return input_.scene(); }
  Index key_count() const { return scene().key_count(); }
  /// The node of query i.
  std::size_t node_of_query(Index i) const { return number(scene().queries ? key_count() + i : i); }

  std::string name(std::size_t n) const {
    const auto& tokens = scene().tokens;
    return visible_text(n < tokens.size() ? tokens[n] : scene().queries->tokens[n - tokens.size()]);
  }

  double loop_radius() const { return std::max(3.5, 0.55 * radius_); }

  bool has_names_inside() const { return radius_ >= kLabelledNode; }

  /// Smallest distance between two nodes before any drag; ignored for very many nodes.
  double gap() const {
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

  double radius_for(std::size_t count) const {
    const double side = std::min(field_.width, field_.height);
    const double each =
        side / (3.4 * std::sqrt(static_cast<double>(std::max<std::size_t>(1, count))));
    // A column of queries leaves less space for each node.
    const double column =
        scene().queries
            ? side / static_cast<double>(std::max(key_count(), scene().query_count())) / 2.4
            : each;
    const double largest = count <= 40 ? kLargestNode : 6;
    const double radius = clamped(std::min(each, column), kSmallestNode, largest);
    if (radius < kLabelledNode || count > 40) return std::min(radius, 6.0);
    for (std::size_t n = 0; n < count; ++n) {
      if (input_.ruler.width(name(n), Type::caption) > 2 * radius - 5) return 7;
    }
    return radius;
  }

  Point into_field(Point p) const {
    const double margin = radius_ + 2;
    const auto inside = [margin](double x, double low, double high) {
      return high - low < 2 * margin ? (low + high) / 2 : clamped(x, low + margin, high - margin);
    };
    return {inside(p.x, field_.x, field_.right()), inside(p.y, field_.y, field_.bottom())};
  }

  /// Draws the edges of the mask, below the arrows.
  void add_mask() {
    const Mask* mask = graph_mask(scene());
    if (!mask || mask->edges->size() > kMostGraphLines) return;
    std::set<std::pair<std::size_t, std::size_t>> drawn;
    for (const auto& [i, j] : *mask->edges) {
      const std::size_t a = node_of_query(i), b = number(j);
      if (a == b || !drawn.insert(std::minmax(a, b)).second) continue;
      diagram_.add(LineMark{{nodes_[a], nodes_[b]}, {Ink::faint, 0.45}, 1.2});
    }
  }

  bool has_way_back(Cell cell) const {
    if (scene().queries) return false;
    const Cell back{cell.key, cell.query};
    return std::ranges::any_of(arrows_, [&](const GraphArrow& a) { return a.cell == back; });
  }

  void add_arrow(const GraphArrow& arrow) {
    const auto [i, j] = arrow.cell;
    const bool is_of_query = i == query_, is_shown = is_of_query && input_.shown_key() == j;
    const double w = std::abs(arrow.weight) / largest_;
    const Paint paint{is_of_query ? Ink::query : Ink::secondary, is_shown      ? 1
                                                                 : is_of_query ? 0.3 + 0.6 * w
                                                                               : 0.12 + 0.45 * w};
    const double line = 1 + (radius_ > 6 ? 5 : 3.5) * w;
    const std::size_t to = node_of_query(i), from = number(j);
    if (to == from) {
      add_loop(to, paint, std::min(line, 3.5), arrow.cell);
      return;
    }
    const double bend = has_way_back(arrow.cell) ? kBend : 0;
    const auto points = bent_line(nodes_[from], nodes_[to], radius_ + 2, radius_ + 3, bend);
    if (points.empty()) return;
    diagram_.add(LineMark{points, paint, line, true, /*dashed=*/arrow.weight < 0});
    add_line_target(arrow.cell, points);
  }

  /// Angle in the middle of the widest gap between the lines at the node.
  double free_direction(std::size_t n) const {
    std::vector<double> angles;
    const auto add = [&](std::size_t other) {
      const Point a = nodes_[n], b = nodes_[other];
      if (other != n) angles.push_back(std::atan2(b.y - a.y, b.x - a.x));
    };
    for (const GraphArrow& arrow : arrows_) {
      const std::size_t to = node_of_query(arrow.cell.query), from = number(arrow.cell.key);
      if (to == n) add(from);
      if (from == n) add(to);
    }
    if (angles.empty()) return -std::numbers::pi / 2;
    std::ranges::sort(angles);
    angles.push_back(angles.front() + 2 * std::numbers::pi);
    double direction = 0, widest = -1;
    for (std::size_t k = 1; k < angles.size(); ++k) {
      const double gap = angles[k] - angles[k - 1];
      if (gap > widest + 1e-9) widest = gap, direction = angles[k - 1] + gap / 2;
    }
    return direction;
  }

  /// Draws a loop on the free side of the node.
  void add_loop(std::size_t n, Paint paint, double line, Cell cell) {
    const double angle = free_direction(n), dx = std::cos(angle), dy = std::sin(angle);
    const double r = loop_radius();
    const Point center{nodes_[n].x + dx * (radius_ + r * 0.6),
                       nodes_[n].y + dy * (radius_ + r * 0.6)};
    diagram_.add(DiscMark{center, r, std::nullopt, paint, line});
    loops_.push_back(square_around(center, r));
    const Point out{center.x + dx * r, center.y + dy * r};
    add_line_target(cell,
                    {{out.x - dy * r, out.y + dx * r}, out, {out.x + dy * r, out.y - dx * r}});
  }

  void add_line_target(Cell cell, std::vector<Point> points) {
    if (diagram_.line_targets.size() >= kMostGraphTargets) return;
    diagram_.line_targets.push_back(
        {"graph.edge[" + std::to_string(cell.query) + "][" + std::to_string(cell.key) + "]",
         std::move(points)});
  }

  bool is_query(std::size_t n) const { return n == node_of_query(query_); }
  bool is_key(std::size_t n) const {
    const auto key = input_.shown_key();
    return key && n == number(*key);
  }

  void add_nodes() {
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      const bool is_filled = is_query(n) || is_key(n);
      Paint fill{is_query(n) ? Ink::query : is_key(n) ? Ink::key : Ink::panel};
      if (!is_filled && !has_names_inside()) fill = {Ink::faint};
      const Paint stroke{is_query(n) && is_key(n) ? Ink::key : is_filled ? Ink::panel : Ink::faint};
      const double line = is_query(n) && is_key(n) ? 3 : 1.2;
      diagram_.add(DiscMark{nodes_[n], radius_ + (is_filled ? 1.5 : 0), fill, stroke, line});
    }
  }

  /// Best place for a node's label: outside the ring of nodes.
  Point side_of(std::size_t n) const {
    if (scene().queries) return {n < number(key_count()) ? -1.0 : 1.0, 0};
    if (nodes_.size() == 1) return {0, 1};
    return {nodes_[n].x - field_.middle_x(), nodes_[n].y - field_.middle_y()};
  }

  bool add_names() {
    if (has_names_inside()) {
      for (std::size_t n = 0; n < nodes_.size(); ++n) {
        const bool is_filled = is_query(n) || is_key(n);
        diagram_.add_text(nodes_[n], name(n), Type::caption, {is_filled ? Ink::panel : Ink::text},
                          0.5);
      }
      return true;
    }
    const auto& weights = input_.head_trace().weights;
    std::vector<bool> is_linked(nodes_.size());
    for (const GraphArrow& arrow : arrows_) {
      is_linked[node_of_query(arrow.cell.query)] = is_linked[number(arrow.cell.key)] = true;
    }
    const auto rank = [&](std::size_t n) {
      const bool is_weighed = n < number(key_count());
      const double weight =
          is_weighed ? std::abs(weights(query_, static_cast<Index>(n))) / largest_ : 0;
      return is_query(n) ? 4.0 : is_key(n) ? 3.0 : is_linked[n] ? 1 + weight : weight;
    };
    std::vector<std::size_t> order(nodes_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order,
                             [&](std::size_t a, std::size_t b) { return rank(a) > rank(b); });
    std::vector<PointLabel> labels;
    for (const std::size_t n : order) {
      const bool is_needed = is_linked[n] || is_query(n) || is_key(n);
      if (labels.size() >= kMostGraphLabels && !is_needed) continue;
      const Type type = is_query(n) || is_key(n) ? Type::medium : Type::small;
      const std::string text =
          input_.ruler.shortened(name(n), type, std::min(110.0, field_.width / 3));
      labels.push_back({nodes_[n],
                        radius_ + 4,
                        text,
                        type,
                        {is_query(n) ? Ink::query
                         : is_key(n) ? Ink::key
                                     : Ink::text},
                        is_needed,
                        side_of(n),
                        is_query(n) || is_key(n) ? TextRole::words : TextRole::tick});
    }
    std::vector<Rect> taken = loops_;
    for (const Point& p : nodes_) taken.push_back(square_around(p, radius_));
    return add_point_labels(diagram_, input_.ruler, labels, grown(field_, -2), taken)
        .has_all_needed;
  }

  void add_targets() {
    const double half = std::max(6.0, radius_ + 2);
    for (std::size_t n = nodes_.size(); n-- > 0;) {
      if (diagram_.targets.size() >= kMostGraphTargets) return;
      diagram_.add_target("graph.node[" + std::to_string(n) + "]", square_around(nodes_[n], half));
    }
  }

  Diagram& diagram_;
  const ViewInput& input_;
  Index query_;
  const std::vector<GraphArrow>& arrows_;
  Rect field_;
  Chart chart_;
  double radius_ = 0;  // of a node
  std::vector<Point> nodes_;
  std::vector<Rect> loops_;  // boxes that labels must avoid
  double largest_ = 1;       // divisor for drawn weights, if a weight exceeds 1
};

/// Draws the matrix. Returns the box of its cells.
Rect add_matrix(Diagram& diagram, const ViewInput& input, const Rect& room) {
  const PairQuantity& weights = pair_quantity("weights");
  const NumberSpan span = span_of(weights, input.scene(), input.head());
  LabelledMatrix heatmap{
      .matrix = {.name = "graph.cells",
                 .values = input.share(input.head_trace().weights),
                 .scores = input.share(input.head_trace().scores),
                 .colormap = &colormap_of(input.state, span),
                 .range = shading_of(weights, input.trace(), input.head(), "", span).range,
                 .numbers = input.state.numbers,
                 .is_pairs = true,
                 .where = input.where(Part::weights, input.head())},
      .rows = &input.scene().query_tokens(),
      .columns = &input.scene().tokens,
      .row_axis = room.width > 220 ? "queries →" : "",
      .column_axis = room.width > 220 ? "keys →" : "",
      .shown = input.shown};
  // Only the sink's column fits next to the graph, while cells have space for numbers; the text
  // above the graph contains the sink's share of the query's row.
  constexpr double kNumberCell = 34, kColumnBeside = 3;  // in cells
  const double columns = static_cast<double>(input.scene().key_count()) + kColumnBeside;
  if (room.width / columns >= kNumberCell) add_margins(heatmap, *input.evaluation, input.head());
  std::erase_if(heatmap.beside, [](const MatrixMargin& margin) { return !margin.is_coloured; });
  heatmap.below = {};
  heatmap.cells.cell = 48;
  return add_heatmap(diagram, input.ruler, heatmap, room);
}

std::string graph_words(const ViewInput& input, bool alone, bool has_below_0, double width) {
  const std::string query = named_token(input.scene().query_tokens(), input.query());
  if (alone) return "what " + query + " attends to";
  const std::string from = "from each key to the query that attends to it";
  const std::string whole =
      from + ", width by weight" + (has_below_0 ? ", dashed if negative" : "");
  const bool fits = input.ruler.breaks_lines() || input.ruler.width(whole, Type::small) <= width;
  return fits ? whole : from;
}

/// Share of the sink in the query's row, which no arrow shows; empty without a sink.
std::string words_of_sink(const ViewInput& input) {
  const std::string words = sink_words(*input.evaluation, input.head(), input.query());
  const std::string& query = input.scene().query_token(input.query());
  return words.empty() ? "" : words + " of the row of " + visible_text(query);
}

/// The graph as a separate diagram: of the shown query if `alone`, else of all. Empty if the label
/// of a linked token does not fit, unless `alone`.
std::optional<Diagram> graph_of(const ViewInput& input, double width, double height, bool alone) {
  Diagram diagram{input.width, height};
  // With many nodes, the number of linked nodes is limited by the space for labels.
  constexpr double kOfOneName = 9000;  // square pixels
  const auto names = static_cast<std::size_t>(std::max(1.0, width * height / kOfOneName));
  const GraphArrows graph = graph_arrows(input.head_trace().weights, input.query(),
                                         input.state.options.heads.share, names, alone);
  double top = 0;
  const auto add_line = [&](const std::string& words, Type type, Ink ink) {
    if (words.empty()) return;
    const std::size_t most = input.ruler.breaks_lines() ? kAnyNumberOfLines : 1;
    for (const std::string& line : lines_of(input.ruler, words, type, width, most)) {
      diagram.add_text({0, top + kGraphLine / 2}, line, type, {ink});
      top += kGraphLine;
    }
  };
  const bool has_heads = input.trace().heads.size() > 1;
  add_line(has_heads ? "Weights of head " + std::to_string(input.head()) : "Weights", Type::caption,
           Ink::text);
  add_line(graph_words(input, alone, graph.drawn.has_below_0, width), Type::small, Ink::secondary);
  add_line(input.ruler.breaks_lines()
               ? graph.drawn.words("arrows")
               : fitting_words(graph.drawn, "arrows", input.ruler, Type::small, width),
           Type::small, Ink::secondary);
  add_line(words_of_sink(input), Type::small, Ink::secondary);
  top += 2;
  const bool has_names =
      GraphDrawing(diagram, input, graph.arrows, {0, top, width, std::max(20.0, height - top)})
          .draw();
  return has_names || alone ? std::optional(std::move(diagram)) : std::nullopt;
}

}  // namespace

Diagram graph_diagram(const ViewInput& input) {
  constexpr double kLeastOfTwo = 250;
  const bool stacks = input.stacks(kLeastOfTwo);
  const bool has_matrix = input.width >= kWideEnough && !stacks;
  const double matrix = has_matrix ? input.width * 0.42 : 0;
  const double width = input.width - (has_matrix ? matrix + kGraphGap : 0);
  const double height =
      input.height > 0 ? input.height : std::min(width, kLargestGraph) + 2 * kGraphLine;
  auto whole = graph_of(input, width, height, shows_one_query(input.head_trace().weights));
  Diagram diagram = whole ? std::move(*whole) : graph_of(input, width, height, true).value();
  if (has_matrix) add_matrix(diagram, input, {width + kGraphGap, 0, matrix - 4, height - 4});
  if (stacks) {
    const Rect cells = add_matrix(diagram, input, {0, height + kGraphGap, width - 4, width});
    diagram.height = cells.bottom() + 4;
  }
  return diagram;
}

}  // namespace attn
