#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "app/document/edits/widths.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/numbers/comparison.h"
#include "app/figure/numbers/explanation.h"
#include "app/figure/numbers/weight_sums.h"
#include "app/figure/views/diagrams.h"
#include "app/figure/views/head_links.h"
#include "app/figure/views/pair_quantity.h"
#include "app/figure/views/panel_grid.h"
#include "engine/attention/shapes.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr double kHeadGap = 10;
constexpr double kHeadHeading = 28;  // heading of a panel
constexpr double kLinks = 190;       // height of the part with links
constexpr double kLargestPanel = 260, kSmallestPanel = 24;
constexpr double kSharedKeys = 20;                        // space above panels of heads that share
                                                          // keys
constexpr double kWidestHeadSink = 12, kHeadSinkGap = 4;  // column next to a matrix

/// Content of the small panels.
struct Panels {
  bool are_outputs = false;
  std::vector<Shading> shadings{};  // one for each head
  NumberSpan span = NumberSpan::kSigned;
  std::vector<std::optional<Matrix>> sinks{};  // shares of the sinks, one for each head
  bool have_sinks = false;  // any sink: all panels have space for one, so that matrices have
                            // equal size
};

Panels panels_of(const ViewInput& input) {
  Panels panels{.are_outputs = input.state.options.heads.are_outputs};
  for (Index h = 0; h < std::ssize(input.trace().heads); ++h) {
    panels.sinks.push_back(panels.are_outputs ? std::nullopt : sink_column(*input.evaluation, h));
    panels.have_sinks |= panels.sinks.back().has_value();
  }
  if (!panels.are_outputs) panels.span = span_of_all(pair_quantity("weights"), input.scene());
  std::vector<PanelNumbers> numbers;
  for (std::size_t h = 0; h < input.trace().heads.size(); ++h) {
    const HeadTrace& head = input.trace().heads[h];
    numbers.push_back({panels.are_outputs ? &head.output : &head.weights,
                       panels.are_outputs ? nullptr : &head.masked(),
                       panels.sinks[h] ? &*panels.sinks[h] : nullptr});
  }
  panels.shadings = shadings_of_panels(panels.span, input.state.options.range, numbers,
                                       static_cast<std::size_t>(input.head()));
  return panels;
}

/// Texts for the right of a panel's heading, the first that fits is used: spread of the weights;
/// for rows that are not distributions, their sum, with the share of a sink.
std::vector<std::string> spread_words(const Evaluation& evaluation, Index h,
                                      const std::optional<Matrix>& sink) {
  const Matrix& weights = evaluation.trace.head(h).weights;
  const auto mean = [](const Matrix& column) {
    return fixed(static_cast<double>(column.cast<double>().mean()), 2);
  };
  if (why_no_distribution(weight_bounds(evaluation.scene, static_cast<std::size_t>(h))).empty()) {
    return {"$H = " + fixed(summary_of(weights).entropy, 2) + "$"};
  }
  const std::string sum = "mean $\\Sigma = " + mean(row_sums(weights)) + "$";
  if (!sink) return {sum};
  return {sum + ", sink $" + mean(*sink) + "$", sum};
}

/// Draws the rows' sink shares in a separate column, as next to all other weights.
void add_sink(Diagram& diagram, const MatrixMark& weights, const Shading& shading, Matrix shares,
              double width) {
  const Rect area{weights.area.right() + kHeadSinkGap, weights.area.y, width, weights.area.height};
  MatrixMark column = column_beside(weights, &shading, "sink",
                                    std::make_shared<const Matrix>(std::move(shares)), area);
  column.numbers = false;
  diagram.add(std::move(column));
}

void add_head_panel(Diagram& diagram, const ViewInput& input, Index h, Rect rect,
                    const Panels& panels) {
  const HeadTrace& head = input.trace().head(h);
  const bool is_selected = h == input.head();
  const bool is_of_outputs = panels.are_outputs;
  const Shading& shading = panels.shadings[static_cast<std::size_t>(h)];
  const std::string name = "heads.head[" + std::to_string(h) + "]";
  diagram.add(RectMark{rect, Paint{Ink::panel}, Paint{is_selected ? Ink::query : Ink::hairline}, 5,
                       is_selected ? 2.0 : 1.0});
  diagram.add_target(name, rect);
  const double margin = std::min(8.0, rect.width / 12);
  const std::string title = input.ruler.shortened(
      rect.width > 90 ? "head " + std::to_string(h) : std::to_string(h), Type::caption, rect.width);
  diagram.add_text({rect.x + margin, rect.y + kHeadHeading / 2}, title, Type::caption,
                   {is_selected ? Ink::query : Ink::text});
  const std::optional<Matrix>& sink = panels.sinks[static_cast<std::size_t>(h)];
  const double used = input.ruler.width(title, Type::caption) + 2 * margin;
  if (!is_of_outputs) {
    for (const std::string& words : spread_words(*input.evaluation, h, sink)) {
      const double wide = rich_width(input.ruler, words, Type::small);
      if (wide + margin + 6 >= rect.width - used) continue;
      add_rich(diagram, input.ruler,
               {{rect.right() - margin, rect.y + kHeadHeading / 2},
                words,
                Type::small,
                {Ink::secondary},
                1});
      break;
    }
  }
  MatrixMark matrix{.name = name + ".cells",
                    .values = input.share(is_of_outputs ? head.output : head.weights),
                    .colormap = &colormap_of(input.state, panels.span),
                    .range = shading.range};
  matrix.shades = shared_shades(shading, matrix.values);
  if (!is_of_outputs) matrix.scores = input.share(head.scores);
  matrix.is_pairs = !is_of_outputs;
  matrix.where = input.where(is_of_outputs ? Part::head_output : Part::weights, h);
  matrix.numbers = input.state.numbers &&
                   (is_of_outputs || (input.height > 0 && input.trace().heads.size() == 1));
  matrix.symbol = (is_of_outputs ? "output of head " : "head ") + std::to_string(h);
  const Rect inside{rect.x + margin, rect.y + kHeadHeading, rect.width - 2 * margin,
                    rect.height - kHeadHeading - margin};
  // Centres the matrix in its panel.
  const auto rows = static_cast<double>(matrix.values->rows());
  const auto columns = static_cast<double>(matrix.values->cols());
  const double sink_width =
      panels.have_sinks ? std::min(kWidestHeadSink, std::floor(inside.width / 8)) : 0;
  const double beside = sink_width > 0 ? sink_width + kHeadSinkGap : 0;
  PanelNames names;
  if (!is_of_outputs) {
    names = panel_names(input.ruler, input.scene().query_tokens(), input.scene().tokens,
                        inside.width - beside, inside.height);
  }
  double width = inside.width - beside - names.left, height = inside.height - names.above;
  if (!is_of_outputs) {
    const double cell = std::min(width / columns, height / rows);
    if (cell >= 3 || rows == columns) width = cell * columns, height = cell * rows;
  }
  matrix.area = {inside.x + names.left + (inside.width - beside - names.left - width) / 2,
                 inside.y + names.above + (inside.height - names.above - height) / 2, width,
                 height};
  diagram.add(matrix);
  add_panel_names(diagram, input.ruler, names, matrix, is_selected ? input.shown : std::nullopt);
  if (sink && sink_width > 0) add_sink(diagram, matrix, shading, *sink, sink_width);
  if (!input.shown) return;
  if (is_of_outputs) {
    diagram.add_outline(grown(matrix.row_box(input.query()), 1.5), {Ink::query}, 4, 1.5);
  } else if (is_selected) {
    add_selection(diagram, matrix, *input.shown);
  }
}

/// Width of a panel whose heading fits with the text at its right.
double panel_heading_width(const ViewInput& input, const Panels& panels) {
  constexpr double kBetween = 30;  // with the margins
  double widest = 0;
  for (Index h = 0; h < std::ssize(input.trace().heads); ++h) {
    double width = input.ruler.width("head " + std::to_string(h), Type::caption) + kBetween;
    if (!panels.are_outputs) {
      const auto& sink = panels.sinks[static_cast<std::size_t>(h)];
      const auto words = spread_words(*input.evaluation, h, sink);
      width += rich_width(input.ruler, words.front(), Type::small);
    }
    widest = std::max(widest, width);
  }
  return widest;
}

/// Returns whether any head shares the keys of another.
bool any_shared_keys(const Scene& scene) {
  return std::ranges::any_of(scene.heads,
                             [](const Head& head) { return head.keys_of.has_value(); });
}

/// Draws a bracket above the panels from `first` to `last` of a line, which share the keys (or
/// values, if outputs are shown) of head `source`.
void add_bracket(Diagram& diagram, const Ruler& ruler, Rect first, Rect last, std::size_t source,
                 bool are_outputs) {
  constexpr double kFoot = 6, kWordGap = 6;
  const double left = first.x + 2, right = last.right() - 2, middle = (left + right) / 2;
  const double top = first.y - kSharedKeys / 2 - 2, foot = top + kFoot;
  const std::string number = std::to_string(source);
  const std::string what = are_outputs ? "values" : "keys";
  std::string words;
  const std::string longer = (what + " of head ").append(number);
  for (const std::string& tried : {longer, (what + " ").append(number), number}) {
    if (ruler.width(tried, Type::small) + 2 * kWordGap + 12 > right - left) continue;
    words = tried;
    break;
  }
  const Paint ink{Ink::secondary};
  if (words.empty()) {
    diagram.add(LineMark{{{left, foot}, {left, top}, {right, top}, {right, foot}}, ink});
    return;
  }
  const double half = ruler.width(words, Type::small) / 2 + kWordGap;
  diagram.add(LineMark{{{left, foot}, {left, top}, {middle - half, top}}, ink});
  diagram.add(LineMark{{{middle + half, top}, {right, top}, {right, foot}}, ink});
  diagram.add_tick({middle, top}, std::move(words), ink, 0.5);
}

/// Draws brackets over neighbours in a line that share keys; a head that shares with none has no
/// bracket.
void add_brackets(Diagram& diagram, const ViewInput& input, const PanelGrid& grid,
                  const std::function<Rect(int)>& panel, bool are_outputs) {
  const auto source = [&](int h) { return keys_head(input.scene(), static_cast<std::size_t>(h)); };
  const auto count = static_cast<int>(input.scene().heads.size());
  for (int first = 0, last = 0; first < count; first = last + 1) {
    last = first;
    while (last + 1 < count && (last + 1) % grid.columns != 0 &&
           source(last + 1) == source(first)) {
      ++last;
    }
    if (heads_with_keys_of(input.scene(), source(first)).size() == 1) continue;
    add_bracket(diagram, input.ruler, panel(first), panel(last), source(first), are_outputs);
  }
}

}  // namespace

Diagram heads_diagram(const ViewInput& input) {
  const Trace& trace = input.trace();
  if (input.state.options.heads.are_outputs && trace.heads[0].v.cols() == 0) {
    return no_outputs(input);
  }
  const auto count = static_cast<int>(trace.heads.size());
  const Panels panels = panels_of(input);
  const bool is_of_outputs = panels.are_outputs;
  const Shading shading = legend_of_panels(panels.shadings[static_cast<std::size_t>(input.head())],
                                           panels.shadings, "head");
  const double legend = input.legend ? 28 + legend_room(input.ruler, shading) + kHeadGap : 0;
  const double width = input.width - legend;
  const bool has_links = !is_of_outputs && input.state.options.heads.has_links;
  const double links = !has_links         ? 0
                       : input.height > 0 ? std::min(kLinks, input.height * 0.45)
                                          : kLinks + turned_names_height(input, input.width);
  // A single panel uses the whole area.
  const bool is_alone = count == 1 && input.height > 0;
  const double largest = is_alone ? std::max(width, input.height) : kLargestPanel;
  const double room = input.height > 0 ? std::max(1.0, input.height - links - kHeadGap) : 0;
  const double bracket = any_shared_keys(input.scene()) ? kSharedKeys : 0;
  const double heading = kHeadHeading + bracket;
  PanelGrid grid = fit_panels(count, width, room,
                              {.gap = kHeadGap,
                               .heading = heading,
                               .least = panel_heading_width(input, panels),
                               .largest = largest});
  grid.width = clamped(std::min(grid.width, grid.height - heading), kSmallestPanel, largest);
  grid.height = grid.width + heading;
  Diagram diagram{input.width, 0};
  const auto panel = [&](int h) { return below(grid.panel(h), bracket); };
  for (int h = 0; h < count; ++h) add_head_panel(diagram, input, h, panel(h), panels);
  if (bracket > 0) add_brackets(diagram, input, grid, panel, is_of_outputs);
  const double used = grid.full_width() + kHeadGap;
  const double height = grid.full_height() + kHeadGap;
  const double above = shading.kind->is_unit() ? 10 : 24;  // height of the legend's text
  const double bar = std::min(160.0, height - kHeadGap - above - 14);
  if (input.legend) {
    add_legend(diagram, input.ruler, colormap_of(input.state, panels.span), shading,
               {used + 8, above, 12, bar});
  }
  if (has_links) add_head_links(diagram, input, {0, height + 6, input.width, links - 6});
  diagram.height = height + links;
  return diagram;
}

Diagram head_outputs_diagram(const ViewInput& input) {
  ViewInput outputs = input;
  outputs.state.options.heads.are_outputs = true;
  return heads_diagram(outputs);
}

}  // namespace attn
