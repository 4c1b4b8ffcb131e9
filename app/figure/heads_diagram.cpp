#include "app/figure/heads_diagram.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "app/document/numbers.h"
#include "app/figure/diagram_heatmap.h"
#include "app/figure/visible_text.h"

namespace attn {
namespace {

constexpr double kGap = 10;
constexpr double kHeading = 28;  // of a panel
constexpr double kLinks = 190;   // the height of the links' part
constexpr double kLegend = 60;
constexpr double kLargestPanel = 260, kSmallestPanel = 24;

/// How many panels stand side by side so that they are largest.
struct Grid {
  int columns = 1;
  double side = 0;
};

Grid fit_grid(int count, double width, double height) {
  Grid best;
  for (int columns = 1; columns <= count; ++columns) {
    const int rows = (count + columns - 1) / columns;
    const double wide = (width - (columns - 1) * kGap) / columns;
    const double high = (height - (rows - 1) * kGap) / rows - kHeading;
    const double side = std::min({wide, high, kLargestPanel});
    if (side > best.side) best = {columns, side};
  }
  return best;
}

/// What the small pictures are of.
struct Panels {
  bool are_outputs = false;
  std::vector<const Matrix*> all;
  Shading selected;  // of the head that is looked at

  Shading shading_of(std::string_view range, Index h) const {
    const auto made = are_outputs ? signed_shading : weight_shading;
    return made(range, *all[static_cast<std::size_t>(h)], all);
  }
  Shading shading(Index h) const {
    return selected.kind->id == "own" ? shading_of("own", h) : selected;
  }
};

Panels panels_of(const ViewInput& input) {
  Panels panels{input.state.options.heads.of == "outputs", {}, {}};
  for (const HeadTrace& head : input.trace().heads) {
    panels.all.push_back(panels.are_outputs ? &head.output : &head.weights);
  }
  panels.selected = panels.shading_of(input.state.options.range, input.head());
  return panels;
}

void add_panel(Diagram& diagram, const ViewInput& input, Index h, Rect rect, const Panels& panels) {
  const HeadTrace& head = input.trace().heads[static_cast<std::size_t>(h)];
  const bool is_selected = h == input.head();
  const bool is_of_outputs = panels.are_outputs;
  const Shading shading = panels.shading(h);
  const std::string name = "heads.head[" + std::to_string(h) + "]";
  diagram.add(RectMark{rect, Paint{Ink::panel}, Paint{is_selected ? Ink::query : Ink::hairline}, 5,
                       is_selected ? 2.0 : 1.0});
  diagram.add_target(name, rect);
  const double margin = std::min(8.0, rect.width / 12);
  const std::string title = input.ruler.shortened(
      rect.width > 90 ? "head " + std::to_string(h) : std::to_string(h), Type::caption, rect.width);
  diagram.add(TextMark{{rect.x + margin, rect.y + kHeading / 2},
                       title,
                       Type::caption,
                       {is_selected ? Ink::query : Ink::text}});
  const std::string entropy = "H " + fixed(mean_entropy(head.weights), 2);
  const double used = input.ruler.width(title, Type::caption) + 2 * margin;
  if (!is_of_outputs && input.ruler.width(entropy, Type::small) + margin + 6 < rect.width - used) {
    diagram.add(TextMark{
        {rect.right() - margin, rect.y + kHeading / 2}, entropy, Type::small, {Ink::secondary}, 1});
  }
  MatrixMark matrix{.name = name + ".cells",
                    .area = {},
                    .values = input.share(is_of_outputs ? head.output : head.weights),
                    .colormap = &colormap_of(input.state, is_of_outputs ? "red-blue" : "indigo"),
                    .range = shading.range};
  matrix.shades = shared_shades(shading, matrix.values);
  if (!is_of_outputs) matrix.scores = input.share(head.scores);
  matrix.is_pairs = !is_of_outputs;
  matrix.symbol = (is_of_outputs ? "output of head " : "head ") + std::to_string(h);
  const Rect inside{rect.x + margin, rect.y + kHeading, rect.width - 2 * margin,
                    rect.height - kHeading - margin};
  std::optional<Cell> shown;
  if (input.shown && !is_of_outputs) shown = input.shown;
  // In the middle of its panel.
  const auto rows = static_cast<double>(matrix.values->rows());
  const auto columns = static_cast<double>(matrix.values->cols());
  double width = inside.width, height = inside.height;
  if (!is_of_outputs) {
    const double cell = std::min(width / columns, height / rows);
    if (cell >= 3 || rows == columns) width = cell * columns, height = cell * rows;
  }
  matrix.area = {inside.x + (inside.width - width) / 2, inside.y + (inside.height - height) / 2,
                 width, height};
  diagram.add(matrix);
  if (shown && is_selected) add_selection(diagram, matrix, *shown);
}

/// The middles of the tokens in a line `width` wide, or fewer where they don't fit.
struct TokenLine {
  double x = 0, pitch = 0;
  double at(Index n) const { return x + (static_cast<double>(n) + 0.5) * pitch; }
};

void add_tokens(Diagram& diagram, const ViewInput& input, const std::vector<std::string>& tokens,
                const TokenLine& line, double y, const std::vector<double>& strength, Ink strong) {
  // The strongest first: where names would overlap, the weaker one is left out.
  std::vector<Index> order(tokens.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, [&](Index a, Index b) {
    return strength[static_cast<std::size_t>(a)] > strength[static_cast<std::size_t>(b)];
  });
  std::vector<std::pair<double, double>> taken;
  for (const Index n : order) {
    const bool is_strong = strength[static_cast<std::size_t>(n)] > 0;
    const Type type = is_strong ? Type::medium : Type::small;
    const double most = is_strong ? 110 : line.pitch - 6;
    const std::string word = visible_text(tokens[static_cast<std::size_t>(n)]);
    // A name that says nothing is left out.
    if (!is_strong && most < 18 && input.ruler.width(word, type) > most) continue;
    const std::string label = input.ruler.shortened(word, type, most);
    const double half = input.ruler.width(label, type) / 2 + 3;
    const double first = line.x + half;
    const double last = line.x + line.pitch * static_cast<double>(tokens.size()) - half;
    const double x = std::clamp(line.at(n), first, std::max(first, last));
    const bool overlaps = std::ranges::any_of(
        taken, [&](const auto& span) { return x - half < span.second && x + half > span.first; });
    if (overlaps) continue;
    taken.emplace_back(x - half, x + half);
    diagram.add(TextMark{{x, y}, label, type, {is_strong ? strong : Ink::secondary}, 0.5});
  }
}

void add_links(Diagram& diagram, const ViewInput& input, Rect room) {
  const Scene& scene = input.scene();
  const Matrix& weights = input.head_trace().weights;
  const Index query = input.query();
  const std::string head =
      scene.heads.size() > 1 ? "head " + std::to_string(input.head()) + " · " : "";
  const std::string word = visible_text(scene.query_tokens()[static_cast<std::size_t>(query)]);
  const std::vector<Index> keys = strongest_keys(weights, query, input.state.options.heads.share);
  std::string title = head + "what " + word + " attends to";
  if (keys.empty()) title = head + word + " sees no key";
  diagram.add(TextMark{{room.x, room.y + 10},
                       input.ruler.shortened(title, Type::caption, room.width),
                       Type::caption,
                       {Ink::secondary}});
  const double top = room.y + 44, bottom = room.bottom() - 14;
  const TokenLine key_line{room.x, room.width / static_cast<double>(scene.key_count())};
  const TokenLine query_line{room.x, room.width / static_cast<double>(scene.query_count())};
  std::vector<double> key_strength(scene.tokens.size()),
      query_strength(scene.query_tokens().size());
  query_strength[static_cast<std::size_t>(query)] = 1;
  for (std::size_t rank = keys.size(); rank-- > 0;) {
    const Index key = keys[rank];
    const double weight = weights(query, key);
    key_strength[static_cast<std::size_t>(key)] = weight;
    diagram.add(LineMark{{{key_line.at(key), top + 12}, {query_line.at(query), bottom - 12}},
                         {Ink::query, 0.35 + 0.3 * weight},
                         std::max(1.0, 12 * weight)});
  }
  add_tokens(diagram, input, scene.tokens, key_line, top, key_strength, Ink::key);
  add_tokens(diagram, input, scene.query_tokens(), query_line, bottom, query_strength, Ink::query);
}

}  // namespace

std::vector<Index> strongest_keys(const Matrix& weights, Index query, double share) {
  std::vector<Index> keys(static_cast<std::size_t>(weights.cols()));
  std::iota(keys.begin(), keys.end(), Index{0});
  const auto row = weights.row(query);
  std::ranges::stable_sort(keys, [&](Index a, Index b) { return row(a) > row(b); });
  const double sum = row.cast<double>().sum();
  double held = 0;
  std::size_t count = 0;
  while (count < keys.size() && row(keys[count]) > 0 && (count == 0 || held < share * sum)) {
    held += row(keys[count++]);
  }
  keys.resize(count);
  return keys;
}

double mean_entropy(const Matrix& weights) {
  double sum = 0;
  Index seeing = 0;
  for (Index i = 0; i < weights.rows(); ++i) {
    double entropy = 0;
    bool sees = false;
    for (Index j = 0; j < weights.cols(); ++j) {
      const double w = weights(i, j);
      if (w <= 0) continue;
      sees = true;
      entropy -= w * std::log(w);
    }
    sum += entropy;
    seeing += sees;
  }
  return seeing ? sum / static_cast<double>(seeing) : 0;
}

Diagram heads_diagram(const ViewInput& input) {
  const Trace& trace = input.trace();
  const auto count = static_cast<int>(trace.heads.size());
  const Panels panels = panels_of(input);
  const bool is_of_outputs = panels.are_outputs;
  const Shading shading = legend_of_panels(panels.selected, "head");
  const double legend = 28 + legend_room(input.ruler, shading);
  const double width = input.width - legend - kGap;
  const double links = is_of_outputs      ? 0
                       : input.height > 0 ? std::min(kLinks, input.height * 0.45)
                                          : kLinks;
  const double room = input.height > 0 ? input.height - links - kGap : 1e4;
  Grid grid = fit_grid(count, width, room);
  if (input.height == 0) {
    grid.columns = std::min(count, 4);
    grid.side = std::min(kLargestPanel, (width - (grid.columns - 1) * kGap) / grid.columns);
  }
  grid.side = std::max(grid.side, kSmallestPanel);
  const int rows = (count + grid.columns - 1) / grid.columns;
  Diagram diagram{input.width, 0};
  for (int h = 0; h < count; ++h) {
    const double x = (h % grid.columns) * (grid.side + kGap);
    const double y = (h / grid.columns) * (grid.side + kHeading + kGap);
    add_panel(diagram, input, h, {x, y, grid.side, grid.side + kHeading}, panels);
  }
  const double used = grid.columns * (grid.side + kGap);
  const double height = rows * (grid.side + kHeading + kGap);
  const double above = shading.kind->id == "fixed" ? 10 : 24;  // the legend's words
  const double bar = std::min(160.0, height - kGap - above - 14);
  add_legend(diagram, input.ruler, colormap_of(input.state, is_of_outputs ? "red-blue" : "indigo"),
             shading, {used + 8, above, 12, bar});
  if (!is_of_outputs) add_links(diagram, input, {0, height + 6, input.width, links - 6});
  diagram.height = height + links;
  return diagram;
}

}  // namespace attn
