#include "app/figure/views/compare_diagram.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/document/json/numbers.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/numbers/comparison.h"
#include "app/figure/numbers/weight_sums.h"
#include "app/figure/text/visible_text.h"

namespace attn {
namespace {

constexpr double kCompareGap = 16, kLegend = 70, kHeading = 44;
constexpr double kBars = 64, kMarginAbove = 16;
constexpr double kRowOutline = 3;  // of the selection, above the first row

/// What all panels have in common.
struct Common {
  const ViewInput& input;
  std::shared_ptr<const Comparison> comparison;
  const Colormap* colormap;
  std::vector<const Matrix*> weights;     // of those that can be had
  double largest = 0;                     // in the selected row, of all panels
  NumberSpan span = NumberSpan::kShares;  // of all
};

const HeadTrace* compared_head(const ViewInput& input, const Compared& compared) {
  if (!compared.evaluation) return nullptr;
  return &compared.evaluation->trace.heads[static_cast<std::size_t>(input.head())];
}

Common common_of(const ViewInput& input) {
  Common common{input,
                compare(input.evaluation, compared_kinds(input.scene(), input.state.options)),
                nullptr,
                {}};
  for (const Compared& one : *common.comparison) {
    const HeadTrace* head = compared_head(input, one);
    if (!head) continue;
    common.weights.push_back(&head->weights);
    const auto row = head->weights.row(input.query());
    common.largest = std::max<double>(common.largest, row.cwiseAbs().maxCoeff());
    common.span = std::max(
        common.span,
        span_of(weight_bounds(one.evaluation->scene, static_cast<std::size_t>(input.head()))));
  }
  if (common.largest == 0) common.largest = 1;
  common.colormap = &colormap_of(input.state, usual_colormap(common.span).id);
  return common;
}

Shading shading_of(const Common& common, const HeadTrace& head) {
  return drawn_with(
      shading_of(common.span, common.input.state.options.range, head.weights, common.weights),
      head.weights, &head.scores);
}

/// What the legend says of all panels.
Shading legend_shading(const Common& common) {
  std::vector<Shading> shadings;
  for (const Compared& one : *common.comparison) {
    if (const HeadTrace* head = compared_head(common.input, one)) {
      shadings.push_back(shading_of(common, *head));
    }
  }
  return legend_of_panels(shadings.front(), shadings, "panel");
}

/// "entropy 1.02 · 2.8 keys · largest 0.87", on as many lines as it needs.
std::vector<std::string> summary_lines(const Ruler& ruler, const Compared& compared, Index head,
                                       double width) {
  const auto h = static_cast<std::size_t>(head);
  const Evaluation& evaluation = *compared.evaluation;
  const WeightSummary summary = summary_of(evaluation.trace.heads[h].weights);
  const std::string_view why = no_distribution(weight_bounds(evaluation.scene, h));
  std::vector<std::string> parts = {"entropy " + fixed(summary.entropy, 2),
                                    fixed(summary.keys, 1) + " keys"};
  if (!why.empty()) parts = {"no entropy", std::string(why)};
  parts.push_back("largest " + with_minus(fixed(summary.largest, 2)));
  std::vector<std::string> lines;
  for (const std::string& part : parts) {
    const std::string longer = lines.empty() ? part : lines.back() + " · " + part;
    if (!lines.empty() && ruler.width(longer, Type::small) <= width) {
      lines.back() = longer;
    } else {
      lines.push_back(part);
    }
  }
  return lines;
}

/// The heights of a panel's parts.
struct Heights {
  double heading = 0, matrix = 0, bars = 0, line = 0, lines = 0;
};

/// The size of a matrix in a room: with square cells where they can be told apart.
Rect sized(const Matrix& matrix, double width, double height) {
  const auto rows = static_cast<double>(matrix.rows()),
             columns = static_cast<double>(matrix.cols());
  const double cell = std::min(width / columns, height / rows);
  if (cell < 4 && rows != columns) return {0, 0, width, height};
  return {0, 0, cell * columns, cell * rows};
}

Heights heights_in(const Common& common, double width) {
  const double room = common.input.height;
  Heights heights;
  heights.line = line_height(Type::small);
  for (const Compared& one : *common.comparison) {
    if (!one.evaluation) continue;
    const auto lines = summary_lines(common.input.ruler, one, common.input.head(), width);
    heights.lines = std::max(heights.lines, static_cast<double>(lines.size()) * heights.line);
  }
  heights.heading = common.input.names ? kHeading : kRowOutline;
  const double left = room - heights.heading - heights.lines - kMarginAbove - 12;
  heights.bars = room == 0 ? kBars : std::clamp(0.24 * left, 14.0, kBars);
  heights.matrix = room == 0 ? width : std::max(12.0, left - heights.bars);
  if (!common.weights.empty()) {
    heights.matrix = sized(*common.weights[0], width, heights.matrix).height;
  }
  return heights;
}

void add_compared_bars(Diagram& diagram, const Common& common, const HeadTrace& head,
                       const Rect& area) {
  const ViewInput& input = common.input;
  const auto row = head.weights.row(input.query());
  const double pitch = area.width / static_cast<double>(row.size());
  const double full = common.span == NumberSpan::kSigned ? area.height / 2 : area.height;
  const double zero = area.y + full;  // below which are weights below 0
  for (Index j = 0; j < row.size(); ++j) {
    const double height = std::abs(row(j)) / common.largest * full;
    if (height <= 0) continue;
    const bool is_shown = input.shown && input.shown->key == j;
    const double margin = pitch >= 6 ? 1 : pitch * 0.1;
    diagram.add(RectMark{{area.x + static_cast<double>(j) * pitch + margin,
                          row(j) < 0 ? zero : zero - height, pitch - 2 * margin, height},
                         Paint{is_shown ? Ink::key : Ink::query, is_shown ? 1 : 0.75},
                         std::nullopt});
  }
  diagram.add(LineMark{{{area.x, zero}, {area.right(), zero}}, {Ink::hairline}, 1});
}

void add_compared(Diagram& diagram, const Common& common, std::size_t n, double x, double width,
                  const Heights& heights) {
  const ViewInput& input = common.input;
  const Compared& compared = (*common.comparison)[n];
  if (input.names) {
    const auto add_line = [&](double y, std::string_view words, Ink ink) {
      diagram.add(TextMark{
          {x, y}, input.ruler.shortened(words, Type::caption, width), Type::caption, {ink}});
    };
    add_line(10, compared.score_label(), Ink::text);
    add_line(27, compared.normalizer_label(), Ink::secondary);
  }
  const HeadTrace* head = compared_head(input, compared);
  if (!head) {
    diagram.add(TextMark{{x, heights.heading + 12},
                         input.ruler.shortened("Not here: " + compared.problem, Type::small, width),
                         Type::small,
                         {Ink::warning}});
    return;
  }
  const Shading shading = shading_of(common, *head);
  MatrixMark mark;
  mark.name = "compare.panel[" + std::to_string(n) + "]";
  mark.values = {compared.evaluation, &head->weights};
  mark.scores = {compared.evaluation, &head->scores};
  mark.shades = shared_shades(shading, mark.values);
  mark.colormap = common.colormap;
  mark.range = shading.range;
  mark.numbers = input.state.numbers;
  mark.is_pairs = true;
  mark.symbol =
      std::string(compared.score_label()) + ", " + std::string(compared.normalizer_label());
  mark.area = sized(head->weights, width, heights.matrix);
  mark.area.x = x;
  mark.area.y = heights.heading;
  diagram.add(mark);
  if (input.shown) add_selection(diagram, mark, *input.shown);
  const double bars = heights.heading + heights.matrix + kMarginAbove;
  add_compared_bars(diagram, common, *head, {x, bars, mark.area.width, heights.bars});
  double y = bars + heights.bars + 6 + heights.line / 2;
  for (const std::string& line : summary_lines(input.ruler, compared, input.head(), width)) {
    diagram.add(TextMark{
        {x, y}, input.ruler.shortened(line, Type::small, width), Type::small, {Ink::text}});
    y += heights.line;
  }
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
  const auto count = static_cast<int>(common.comparison->size());
  const PanelGrid panels = compared_panels(count, input.width, input.legend);
  const Heights heights = heights_in(common, panels.width);
  Diagram diagram{input.width, heights.heading + heights.matrix + kMarginAbove + heights.bars + 12 +
                                   heights.lines};
  for (int n = 0; n < count; ++n) {
    add_compared(diagram, common, static_cast<std::size_t>(n), panels.panel(n).x, panels.width,
                 heights);
  }
  if (common.weights.empty()) return diagram;
  const std::string word =
      visible_text(input.scene().query_tokens()[static_cast<std::size_t>(input.query())]);
  const double bars = heights.heading + heights.matrix + kMarginAbove;
  diagram.add(TextMark{{0, bars - 7},
                       input.ruler.shortened(
                           "the row of " + word + ", up to " + with_minus(fixed(common.largest, 2)),
                           Type::small, input.legend ? input.width - kLegend : input.width),
                       Type::small,
                       {Ink::faint}});
  if (!input.legend) return diagram;
  const Shading legend = legend_shading(common);
  const double top = heights.heading + (legend.kind->is_unit() ? 6 : 22);
  const double bar = std::min(160.0, heights.heading + heights.matrix - top - 6);
  add_legend(diagram, input.ruler, *common.colormap, legend,
             {input.width - kLegend, top, 12, std::max(12.0, bar)});
  return diagram;
}

}  // namespace attn
