#include "app/figure/training/prediction_diagrams.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/document/numbers/numbers.h"
#include "app/figure/charts/plot.h"
#include "app/figure/numbers/printed_numbers.h"
#include "app/figure/text/visible_text.h"
#include "engine/attention/trace.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr double kNextRow = 20, kNextRowOfTwo = 30, kNextBar = 8, kNextGap = 8,
                 kReadoutHeight = 220;
/// Opacity of what was before a change.
constexpr double kBeforeOpacity = 0.32;
constexpr int kDecimalsOfP = 3;

Paint faint_of(Paint paint) {
  paint.alpha = kBeforeOpacity;
  return paint;
}

std::string others_words(const NextTokenBars& next) { return counted(next.others, "other"); }

/// Rows of the diagram, the others last.
std::vector<NextTokenBar> next_rows(const NextTokenBars& next) {
  std::vector<NextTokenBar> rows = next.bars;
  for (NextTokenBar& row : rows) row.token = visible_text(row.token);
  if (next.others > 0) {
    rows.push_back({others_words(next), next.others_p, next.others_before, 0, 0});
  }
  return rows;
}

/// Difference of two numbers as they are printed.
std::string printed_difference(double a, double b) {
  return signed_number(printed_value(a, kDecimalsOfP) - printed_value(b, kDecimalsOfP),
                       kDecimalsOfP);
}

}  // namespace

Diagram next_tokens_diagram(const NextTokenBars& next, const Ruler& ruler, double width) {
  const std::vector<NextTokenBar> rows = next_rows(next);
  const double height = next.has_before ? kNextRowOfTwo : kNextRow;
  Diagram diagram{width, 0};
  double top = 0;
  if (next.has_before) {
    const std::vector<LegendEntry> legend{{"with the changes", series_paint(0)},
                                          {"as it is", faint_of(series_paint(0))}};
    top = add_line_legend(diagram, ruler, legend, {0, 0, width, height}).y + 4;
  }
  double names = 0, most = 1e-6;
  for (const NextTokenBar& row : rows) {
    names = std::max(names, ruler.width(row.token, Type::body));
    most = std::max({most, row.p, row.before});
  }
  names = std::min(names, width * 0.4);
  const double number = ruler.width("0.000", Type::small_number) + kNextGap;
  const double differences =
      next.has_before ? ruler.width("+0.000", Type::small_number) + kNextGap : 0;
  const double left = names + kNextGap;
  const double longest = std::max(1.0, width - left - number - differences);
  for (std::size_t n = 0; n < rows.size(); ++n) {
    const NextTokenBar& row = rows[n];
    const bool is_others = n >= next.bars.size();
    const double y = top + static_cast<double>(n) * height, middle = y + height / 2;
    diagram.add_text({names, middle}, ruler.shortened(row.token, Type::body, names), Type::body,
                     {is_others ? Ink::secondary : Ink::text}, 1, Turn::level, TextRole::name);
    const auto add_bar = [&](double p, double at, const Paint& paint, const Paint& ink) {
      const double length = p / most * longest;
      diagram.add_box({left, at - kNextBar / 2, length, kNextBar}, paint, 1);
      diagram.add_text({left + length + kNextGap, at}, fixed(p, kDecimalsOfP), Type::small_number,
                       ink);
    };
    const Paint paint = is_others ? Paint{Ink::secondary} : series_paint(0);
    const double half = next.has_before ? height / 5 : 0;
    if (next.has_before) {
      add_bar(row.before, middle - half, faint_of(paint), {Ink::secondary});
      diagram.add_text({width, middle}, printed_difference(row.p, row.before), Type::small_number,
                       {Ink::text}, 1);
    }
    add_bar(row.p, middle + half, paint, {Ink::text});
  }
  diagram.height = top + static_cast<double>(rows.size()) * height;
  return diagram;
}

ViewTable next_tokens_table(const NextTokenBars& next) {
  ViewTable table{.view = "next", .row_kind = "token"};
  table.columns = {"id", "logit", "p"};
  if (next.has_before) table.columns.emplace_back("before");
  const bool has_others = next.others > 0;
  Matrix numbers(std::ssize(next.bars) + (has_others ? 1 : 0), std::ssize(table.columns));
  const auto add = [&](Index n, float id, float logit, double p, double before) {
    numbers(n, 0) = id;
    numbers(n, 1) = logit;
    numbers(n, 2) = static_cast<float>(p);
    if (next.has_before) numbers(n, 3) = static_cast<float>(before);
  };
  Index n = 0;
  for (const NextTokenBar& bar : next.bars) {
    table.rows.push_back(bar.token);
    add(n++, static_cast<float>(bar.id), bar.logit, bar.p, bar.before);
  }
  if (has_others) {
    table.rows.push_back(others_words(next));
    add(n, kMasked, kMasked, next.others_p, next.others_before);
  }
  table.layers.push_back({"", std::make_shared<const Matrix>(std::move(numbers))});
  return table;
}

Diagram readout_diagram(const ReadoutCurves& readout, const Ruler& ruler, double width) {
  Diagram diagram{width, kReadoutHeight};
  std::vector<LegendEntry> legend;
  for (std::size_t n = 0; n < readout.tokens.size(); ++n) {
    legend.push_back({visible_text(readout.tokens[n]), series_paint(n)});
  }
  if (readout.before) legend.push_back({"as it is", {Ink::text, kBeforeOpacity}});
  const Rect rest = add_line_legend(diagram, ruler, legend, {0, 0, width, kReadoutHeight});
  float most = readout.p.maxCoeff();
  if (readout.before) most = std::max(most, readout.before->maxCoeff());
  const auto last = static_cast<double>(readout.p.rows() - 1);
  const Chart plot =
      add_plot(diagram, ruler, {rest.x, rest.y + 4, rest.width, rest.height - 4},
               {.low = {0, 0}, .high = {last, static_cast<double>(most)}}, "after layer");
  const auto add_curves = [&](const Matrix& p, bool is_faint) {
    for (Index n = 0; n < p.cols(); ++n) {
      const WideRow values = p.col(n).cast<double>().transpose();
      const Paint paint = series_paint(static_cast<std::size_t>(n));
      add_curve(diagram, plot, 0, {values.data(), static_cast<std::size_t>(values.size())},
                is_faint ? faint_of(paint) : paint);
    }
  };
  if (readout.before) add_curves(*readout.before, true);
  add_curves(readout.p, false);
  return diagram;
}

ViewTable readout_table(const ReadoutCurves& readout) {
  ViewTable table{.view = "readout", .row_kind = "layer", .columns = readout.tokens};
  for (Index layer = 0; layer < readout.p.rows(); ++layer) {
    table.rows.push_back(std::to_string(layer));
  }
  table.layers.push_back({"", std::make_shared<const Matrix>(readout.p)});
  if (!readout.before) return table;
  table.stack = "run";
  table.layers.front().name = "changed";
  table.layers.push_back({"before", std::make_shared<const Matrix>(*readout.before)});
  return table;
}

}  // namespace attn
