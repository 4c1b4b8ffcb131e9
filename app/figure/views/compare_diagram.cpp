#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <string>
#include <utility>

#include "app/document/formulas/formula_text.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/numbers/comparison.h"
#include "app/figure/numbers/weight_sums.h"
#include "app/figure/text/visible_text.h"
#include "app/figure/views/diagrams.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr double kCompareGap = 16, kLegend = 70, kHeadingOfOne = 10, kHeadingPitch = 17;
constexpr double kBars = 64, kMarginAbove = 16, kWordsAboveLegend = 26;
constexpr const char* kDifferenceName = "B − A";
constexpr const char* kDifferenceOfWhat = "second minus first";
constexpr double kToSink = 4;      // gap between the keys and the column of the sink
constexpr double kRowOutline = 3;  // outline of the selection, above the first row

/// Values shared by all panels.
struct Common {
  const ViewInput& input;
  std::shared_ptr<const Comparison> comparison;
  const Colormap* colormap = nullptr;
  std::vector<const Matrix*> weights{};                // of the panels that could be computed
  double largest = 0;                                  // largest weight in the selected rows
  NumberSpan span = NumberSpan::kShares;               // span of the numbers of all panels
  std::vector<std::shared_ptr<const Matrix>> sinks{};  // shares of the sinks, M x 1; null: no sink
  bool has_sink = false;                               // any panel has a sink
  bool has_names = false;                              // any panel needs a name beyond its kinds
  bool has_difference = false;                         // difference panel is requested
  std::shared_ptr<const Matrix> difference{};          // B − A; null if it cannot be computed
  std::vector<Shading> shadings{};                     // one for each panel
  Shading legend{};                                    // shading of the legend that they share
  Shading change{};                                    // colours of the difference
  const Colormap* change_colors = nullptr;

  /// Number of panels, the difference included.
  int panel_count() const {
    return static_cast<int>(comparison->size()) + (has_difference ? 1 : 0);
  }
};

/// Returns whether the panel has a name beyond its kinds.
bool has_own_name(const ViewOptions::Compare::Panel& panel) {
  return panel.is_setting() || panel.shows_current_scene();
}

const HeadTrace* compared_head(const ViewInput& input, const Compared& compared) {
  if (!compared.evaluation) return nullptr;
  return &compared.evaluation->trace.head(input.head());
}

/// Adds the difference B − A and its colours, on a range symmetric about 0.
void add_difference_to(Common& common) {
  const ViewInput& input = common.input;
  common.has_difference = compares_difference(input.state.options, common.comparison->size());
  if (!common.has_difference) return;
  common.difference = weight_difference(common.comparison, input.head());
  if (!common.difference) return;
  const Matrix* const only = common.difference.get();
  common.change =
      drawn_with(shading_of(NumberSpan::kSigned, "shared", *only, std::span(&only, 1)), *only);
  common.change.words.clear();
  common.change_colors =
      common.colormap->diverging ? common.colormap : &usual_colormap(NumberSpan::kSigned);
}

Common common_of(const ViewInput& input) {
  Common common{input,
                compare(input.evaluation, compared_kinds(input.scene(), input.state.options))};
  std::vector<PanelNumbers> numbers;
  for (const Compared& one : *common.comparison) {
    common.has_names |= has_own_name(one.panel);
    common.sinks.push_back(nullptr);
    const HeadTrace* head = compared_head(input, one);
    if (!head) continue;
    common.weights.push_back(&head->weights);
    const auto row = head->weights.row(input.query());
    common.largest = std::max<double>(common.largest, row.cwiseAbs().maxCoeff());
    if (auto sink = sink_column(*one.evaluation, input.head())) {
      common.largest = std::max<double>(common.largest, (*sink)(input.query(), 0));
      common.sinks.back() = std::make_shared<const Matrix>(*std::move(sink));
      common.has_sink = true;
    }
    numbers.push_back({&head->weights, &head->scores, common.sinks.back().get()});
    common.span = std::max(
        common.span,
        span_of(weight_bounds(one.evaluation->scene, static_cast<std::size_t>(input.head()))));
  }
  if (common.largest == 0) common.largest = 1;
  common.colormap = &colormap_of(input.state, common.span);
  if (!numbers.empty()) {
    const auto made = shadings_of_panels(common.span, input.state.options.range, numbers, 0);
    auto next = made.begin();
    for (const Compared& one : *common.comparison) {
      common.shadings.push_back(one.evaluation ? *next++ : Shading{});
    }
    common.legend = legend_of_panels(made.front(), made, "panel");
  }
  add_difference_to(common);
  return common;
}

/// Height of a heading of `n` lines.
double names_height(int n) { return kHeadingOfOne + kHeadingPitch * n; }

/// Distance between the panel's weights and those of the first, if panels differ by more than their
/// kinds.
std::string difference_words(const Common& common, std::size_t n) {
  const HeadTrace* first = compared_head(common.input, common.comparison->front());
  const HeadTrace* head = compared_head(common.input, (*common.comparison)[n]);
  if (!common.has_names || n == 0 || !first) return "";
  const double apart = static_cast<double>((head->weights - first->weights).cwiseAbs().maxCoeff());
  if (apart == 0) return "equal to the first";
  return apart < 0.005 ? "nearly equal to the first"
                       : "up to " + fixed(apart, 2) + " from the first";
}

/// Breaks the parts of a summary into as many lines as they need.
std::vector<std::string> summary_in_lines(const ViewInput& input,
                                          const std::vector<std::string>& parts, double width) {
  const Ruler& ruler = input.ruler;
  std::vector<std::string> lines;
  for (const std::string& part : parts) {
    const std::string longer = lines.empty() ? part : lines.back() + " · " + part;
    if (!lines.empty() && ruler.width(longer, Type::small) <= width) {
      lines.back() = longer;
    } else {
      std::ranges::move(lines_of(ruler, part, Type::small, width, 2), std::back_inserter(lines));
    }
  }
  if (input.height > 0) {  // the matrix needs part of the height
    constexpr double kShare = 0.45;
    const double most = std::max(2.0, kShare * input.height / line_height(Type::small));
    lines.resize(std::min(lines.size(), static_cast<std::size_t>(most)));
  }
  return lines;
}

/// "entropy 1.02 · 2.8 keys · largest 0.87", broken into as many lines as needed.
std::vector<std::string> summary_lines(const Common& common, std::size_t n, double width) {
  const ViewInput& input = common.input;
  const auto h = static_cast<std::size_t>(input.head());
  const Evaluation& evaluation = *(*common.comparison)[n].evaluation;
  const Matrix& weights = evaluation.trace.heads[h].weights;
  const WeightSummary summary = summary_of(weights);
  const std::string_view why = why_no_distribution(weight_bounds(evaluation.scene, h));
  std::vector<std::string> parts = {"entropy " + fixed(summary.entropy, 2),
                                    fixed(summary.keys, 1) + " keys"};
  if (!why.empty()) parts = {"no entropy", std::string(why)};
  parts.push_back("largest " + with_minus(fixed(summary.largest, 2)));
  if (const auto& sink = common.sinks[n]) {
    parts.push_back("sink " + with_minus(fixed((*sink)(input.query(), 0), 2)) + " of the row");
  }
  if (std::string words = difference_words(common, n); !words.empty()) {
    parts.push_back(std::move(words));
  }
  return summary_in_lines(input, parts, width);
}

/// "rises up to 0.31 · falls up to 0.20 · 0.12 of a row moves"; the last part only for shares.
std::vector<std::string> change_lines(const Common& common, double width) {
  if (!common.difference) return {};
  const ChangeSummary summary = summary_of_change(*common.difference);
  std::vector<std::string> parts = {"rises up to " + fixed(summary.rise, 2),
                                    "falls up to " + fixed(summary.fall, 2)};
  if (common.span == NumberSpan::kShares) {
    parts.push_back(fixed(summary.moved, 2) + " of a row moves");
  }
  return summary_in_lines(common.input, parts, width);
}

/// Heights of the parts of a panel.
struct Heights {
  double heading = 0, matrix = 0, bars = 0, line = 0, lines = 0;
  PanelNames names{};  ///< a part of the matrix's height
};

/// Size of a matrix and its sink's column in the given space: with square cells if they remain
/// distinguishable.
Rect sized(const Common& common, double width, double height) {
  const Matrix& matrix = *common.weights.front();
  const auto rows = static_cast<double>(matrix.rows()),
             columns = static_cast<double>(matrix.cols());
  if (common.has_sink) width = (width - kToSink) * columns / (columns + 1);
  const double cell = std::min(width / columns, height / rows);
  if (cell < 4 && rows != columns) return {0, 0, width, height};
  return {0, 0, cell * columns, cell * rows};
}

Heights heights_in(const Common& common, double width) {
  const double room = common.input.height;
  Heights heights;
  heights.line = line_height(Type::small);
  for (std::size_t n = 0; n < common.comparison->size(); ++n) {
    if (!(*common.comparison)[n].evaluation) continue;
    const auto lines = summary_lines(common, n, width);
    heights.lines = std::max(heights.lines, static_cast<double>(lines.size()) * heights.line);
  }
  heights.lines = std::max(heights.lines,
                           static_cast<double>(change_lines(common, width).size()) * heights.line);
  heights.heading = common.input.names ? names_height(common.has_names ? 3 : 2) : kRowOutline;
  const double left = room - heights.heading - heights.lines - kMarginAbove - 12;
  heights.bars = room == 0 ? kBars : clamped(0.24 * left, 14.0, kBars);
  heights.matrix = room == 0 ? width : std::max(12.0, left - heights.bars);
  if (!common.weights.empty()) {
    const Scene& scene = common.input.scene();
    heights.names =
        panel_names(common.input.ruler, scene.query_tokens(), scene.tokens, width, heights.matrix);
    const PanelNames& names = heights.names;
    heights.matrix =
        names.above + sized(common, width - names.left, heights.matrix - names.above).height;
  }
  return heights;
}

/// Draws numbers of the selected row as bars up and down from `zero`; `full` is the height of the
/// largest weight.
void add_bars(Diagram& diagram, const Common& common, const Matrix& numbers, const Rect& area,
              double zero, double full) {
  const ViewInput& input = common.input;
  const auto row = numbers.row(input.query());
  const double pitch = area.width / static_cast<double>(row.size());
  const double margin = pitch >= 6 ? 1 : pitch * 0.1;
  for (Index j = 0; j < row.size(); ++j) {
    if (!std::isfinite(row(j)) || row(j) == 0) continue;
    const double height = std::min(full, std::abs(row(j)) / common.largest * full);
    const bool is_shown = input.shown && input.shown->key == j;
    diagram.add_box({area.x + static_cast<double>(j) * pitch + margin,
                     row(j) < 0 ? zero : zero - height, pitch - 2 * margin, height},
                    {is_shown ? Ink::key : Ink::query, is_shown ? 1 : 0.75});
  }
  diagram.add(LineMark{{{area.x, zero}, {area.right(), zero}}, {Ink::hairline}, 1});
}

/// Draws the selected row of panel n as bars; the bar of a sink is hollow.
void add_compared_bars(Diagram& diagram, const Common& common, std::size_t n, const HeadTrace& head,
                       const Rect& area) {
  const double full = common.span == NumberSpan::kSigned ? area.height / 2 : area.height;
  const double zero = area.y + full;  // weights below 0 extend below this line
  add_bars(diagram, common, head.weights, area, zero, full);
  const auto& sink = common.sinks[n];
  const double share = sink ? static_cast<double>((*sink)(common.input.query(), 0)) : 0;
  if (share <= 0) return;
  const double height = std::max(1.0, share / common.largest * full);
  const double pitch = area.width / static_cast<double>(head.weights.cols());
  diagram.add_outline({area.right() + kToSink, zero - height, pitch, height}, {Ink::query, 0.75});
}

/// Draws the lines of a panel's name above it, the first stronger.
void add_names(Diagram& diagram, const Common& common, const std::vector<std::string>& names,
               double x, double width) {
  double y = kHeadingOfOne;
  for (const std::string& name : names) {
    const Ink ink = y == kHeadingOfOne ? Ink::text : Ink::secondary;
    diagram.add_text({x, y}, common.input.ruler.shortened(name, Type::caption, width),
                     Type::caption, {ink});
    y += kHeadingPitch;
  }
}

std::vector<std::string> names_of(const Compared& compared) {
  std::vector<std::string> names{std::string(compared.score_label()), compared.normalizer_label()};
  if (has_own_name(compared.panel))
    names.insert(names.begin(), escaped_line(name_of(compared.panel)));
  return names;
}

/// Draws the reason why a panel is missing, on as many lines as fit.
void add_problem(Diagram& diagram, const Common& common, const Compared& compared, double x,
                 double width, const Heights& heights) {
  const double room = heights.matrix + heights.bars + heights.lines;
  const auto most = static_cast<std::size_t>(std::max(1.0, room / heights.line));
  add_text_lines(diagram,
                 lines_of(common.input.ruler, "Not available: " + escaped_line(compared.problem),
                          Type::small, width, most),
                 {x, heights.heading + 12}, heights.line, Type::small, {Ink::warning});
}

/// Draws a panel's matrix, with the selected cell. Returns the area of the bars below it.
Rect add_matrix(Diagram& diagram, const Common& common, MatrixMark& mark, const Shading& shading,
                double x, double width, const Heights& heights) {
  mark.shades = shared_shades(shading, mark.values);
  mark.range = shading.range;
  mark.numbers = common.input.state.numbers;
  mark.is_pairs = true;
  const PanelNames& names = heights.names;
  mark.area = sized(common, width - names.left, heights.matrix - names.above);
  mark.area.x = x + names.left;
  mark.area.y = heights.heading + names.above;
  diagram.add(mark);
  add_panel_names(diagram, common.input.ruler, names, mark, common.input.shown);
  if (common.input.shown) add_selection(diagram, mark, *common.input.shown);
  return {mark.area.x, heights.heading + heights.matrix + kMarginAbove, mark.area.width,
          heights.bars};
}

/// Draws the lines below a panel's bars.
void add_lines(Diagram& diagram, const Common& common, std::vector<std::string> lines,
               const Rect& bars, double width, const Heights& heights) {
  for (std::string& line : lines) line = common.input.ruler.shortened(line, Type::small, width);
  add_text_lines(diagram, lines,
                 {bars.x - heights.names.left, bars.bottom() + 6 + heights.line / 2}, heights.line,
                 Type::small, {Ink::text});
}

void add_compared(Diagram& diagram, const Common& common, std::size_t n, double x, double width,
                  const Heights& heights) {
  const Compared& compared = (*common.comparison)[n];
  if (common.input.names) add_names(diagram, common, names_of(compared), x, width);
  const HeadTrace* head = compared_head(common.input, compared);
  if (!head) return add_problem(diagram, common, compared, x, width, heights);
  const Shading& shading = common.shadings[n];
  MatrixMark mark{.name = "compare.panel[" + std::to_string(n) + "]",
                  .values = {compared.evaluation, &head->weights},
                  .scores = {compared.evaluation, &head->scores},
                  .colormap = common.colormap};
  mark.symbol = has_own_name(compared.panel)
                    ? as_words(escaped_line(name_of(compared.panel)))
                    : std::string(compared.score_label()) + ", " + compared.normalizer_label();
  const Rect bars = add_matrix(diagram, common, mark, shading, x, width, heights);
  if (const auto& sink = common.sinks[n]) {
    diagram.add(column_beside(
        mark, &shading, "sink", sink,
        {mark.area.right() + kToSink, mark.area.y, mark.cell_width(), mark.area.height}));
  }
  add_compared_bars(diagram, common, n, *head, bars);
  add_lines(diagram, common, summary_lines(common, n, width), bars, width, heights);
}

/// Draws B − A after the two panels.
void add_difference_panel(Diagram& diagram, const Common& common, double x, double width,
                          const Heights& heights) {
  const ViewInput& input = common.input;
  if (input.names) add_names(diagram, common, {kDifferenceName, kDifferenceOfWhat}, x, width);
  if (!common.difference) {
    diagram.add_text({x, heights.heading + 12},
                     input.ruler.shortened("Not available: one of the two cannot be computed",
                                           Type::small, width),
                     Type::small, {Ink::warning});
    return;
  }
  MatrixMark mark{.name = "compare.difference",
                  .values = common.difference,
                  .scores = common.difference,
                  .colormap = common.change_colors,
                  .symbol = kDifferenceName};
  const Rect bars = add_matrix(diagram, common, mark, common.change, x, width, heights);
  // The change goes up and down from the middle.
  add_bars(diagram, common, *common.difference, bars, bars.middle_y(), bars.height / 2);
  add_lines(diagram, common, change_lines(common, width), bars, width, heights);
}

/// Draws the legend of all panels, and below it the legend of the difference.
void add_legends(Diagram& diagram, const Common& common, const Heights& heights) {
  const ViewInput& input = common.input;
  const Shading& legend = common.legend;
  const double x = input.width - kLegend, bottom = heights.heading + heights.matrix;
  const double top = heights.heading + (legend.kind->is_unit() ? 6 : 22);
  const double room = common.difference ? heights.matrix / 2 : heights.matrix;
  const double bar = std::min(160.0, heights.heading + room - top - 6);
  add_legend(diagram, input.ruler, *common.colormap, legend, {x, top, 12, std::max(12.0, bar)});
  if (!common.difference) return;
  const double second = std::max(bottom - room, top + std::max(12.0, bar)) + kWordsAboveLegend;
  add_legend(diagram, input.ruler, *common.change_colors, common.change,
             {x, second, 12, std::max(12.0, std::min(160.0, bottom - second - 6))},
             kDifferenceName);
}

}  // namespace

PanelGrid compared_panels(int count, double width, bool legend) {
  const double room = legend ? width - kLegend - kCompareGap : width;
  return {.columns = count,
          .width = std::floor((room - (count - 1) * kCompareGap) / count),
          .gap = kCompareGap};
}

Diagram compare_diagram(const ViewInput& input) {
  const Common common = common_of(input);
  const auto compared = static_cast<int>(common.comparison->size());
  const PanelGrid panels = compared_panels(common.panel_count(), input.width, input.legend);
  const Heights heights = heights_in(common, panels.width);
  Diagram diagram{input.width, heights.heading + heights.matrix + kMarginAbove + heights.bars + 12 +
                                   heights.lines};
  for (int n = 0; n < compared; ++n) {
    add_compared(diagram, common, static_cast<std::size_t>(n), panels.panel(n).x, panels.width,
                 heights);
  }
  if (common.has_difference) {
    add_difference_panel(diagram, common, panels.panel(compared).x, panels.width, heights);
  }
  if (common.weights.empty()) return diagram;
  const std::string word = named_token(input.scene().query_tokens(), input.query());
  const double bars = heights.heading + heights.matrix + kMarginAbove;
  diagram.add_text({0, bars - 7},
                   input.ruler.shortened(
                       "the row of " + word + ", up to " + with_minus(fixed(common.largest, 2)),
                       Type::small, input.legend ? input.width - kLegend : input.width),
                   Type::small, {Ink::faint});
  if (input.legend) add_legends(diagram, common, heights);
  return diagram;
}

}  // namespace attn
