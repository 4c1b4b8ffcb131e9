#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/document/edits/kernel_sample.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/axis_ticks.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/numbers/curve_estimate.h"
#include "app/figure/numbers/explanation.h"
#include "app/figure/views/diagrams.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr double kCurveMargin = 10;  // margin around the content of the plane
constexpr double kHeader = 24, kCurveGap = 10;
constexpr double kHeaderLine = 18;  // height of a line, if the header has several
constexpr double kLowestWithBand = 330;
constexpr std::size_t kMostCurveTargets = 1000;

double first_of(const Matrix& matrix, Index row) { return matrix(row, 0); }

/// The values as given: L x 1.
const Matrix& values_of(const Scene& scene) {
  return scene.values ? **scene.values : *scene.embeddings;
}

/// Content and layout of the plot of one evaluation.
struct CurvePlot {
  const ViewInput& input;
  CurveScale scale;
  Rect band;  // height 0: hidden
  std::shared_ptr<const CurveEstimate> estimate;

  const Scene& scene() const { return input.scene(); }
  const ViewOptions::Curve& options() const { return input.state.options.curve; }
  double left() const { return scale.to_data({scale.plane.x, 0}).x; }
  double right() const { return scale.to_data({scale.plane.right(), 0}).x; }
  Point at(double x, double y) const { return scale.to_units({x, y}); }
};

void add_axes(Diagram& diagram, const CurvePlot& plot) {
  const Rect& plane = plot.scale.plane;
  const Rect& frame = plot.scale.frame;
  diagram.add_box(plane, {Ink::field}, 5);
  const double wide = plot.input.ruler.width("-0.00", Type::small) + 14;
  const auto step_of = [](double length, double room, double each) {
    return nice_step(length / std::max(1.0, std::floor(room / each)));
  };
  const double x_step = step_of(frame.width, plane.width, std::max(64.0, wide));
  for (const double x : ticks(frame.x, frame.right(), x_step)) {
    const double at = plot.at(x, 0).x;
    diagram.add(LineMark{{{at, plane.y}, {at, plane.bottom()}}, {Ink::hairline}});
    diagram.add_text({at, plane.bottom() + 11}, tick_label(x, x_step), Type::small, {Ink::faint},
                     0.5);
  }
  const double y_step = step_of(frame.height, plane.height, 36);
  for (const double y : ticks(frame.y, frame.bottom(), y_step)) {
    const double at = plot.at(0, y).y;
    diagram.add(LineMark{{{plane.x, at}, {plane.right(), at}}, {Ink::hairline}});
    diagram.add_text({plane.x - 6, at}, tick_label(y, y_step), Type::small, {Ink::faint}, 1);
  }
}

LineMark line_of(const CurvePlot& plot, const Matrix& outputs, Paint paint, double thickness) {
  LineMark line{{}, paint, thickness};
  for (std::size_t n = 0; n < plot.estimate->x.size(); ++n) {
    line.points.push_back(plot.at(plot.estimate->x[n], first_of(outputs, static_cast<Index>(n))));
  }
  return line;
}

void add_truth(Diagram& diagram, const CurvePlot& plot) {
  if (!plot.options().truth) return;
  LineMark line{{}, {Ink::good}, 1.5};
  line.dashed = true;
  for (const double x : plot.estimate->x) {
    if (x >= 0) line.points.push_back(plot.at(x, kernel_truth(x)));
  }
  if (line.points.size() > 1) diagram.add(std::move(line));
}

bool has_head_lines(const CurvePlot& plot) {
  return plot.scene().heads.size() > 1 && plot.input.trace().output &&
         plot.input.trace().output->cols() == 1;
}

void add_curves(Diagram& diagram, const CurvePlot& plot) {
  if (!plot.estimate->problem.empty()) return;
  const Trace& trace = plot.estimate->trace;
  if (has_head_lines(plot)) {
    for (std::size_t h = 0; h < trace.heads.size(); ++h) {
      const bool is_selected = static_cast<Index>(h) == plot.input.head();
      diagram.add(line_of(plot, trace.heads[h].output,
                          {is_selected ? Ink::secondary : Ink::faint, is_selected ? 1.0 : 0.6},
                          is_selected ? 1.5 : 1));
    }
  }
  diagram.add(line_of(plot, curve_output(trace, plot.input.head()), {Ink::query}, 2.5));
}

/// Query position at which the weights are shown.
std::optional<double> asked(const CurvePlot& plot) {
  const Rect& plane = plot.scale.plane;
  if (const auto& mouse = plot.input.mouse) {
    const double lowest = plot.band.height > 0 ? plot.band.bottom() : plane.bottom();
    if (mouse->x >= plane.x && mouse->x <= plane.right() && mouse->y >= plane.y &&
        mouse->y <= lowest) {
      return plot.scale.to_data(*mouse).x;
    }
  }
  if (plot.input.shown) return first_of(plot.scene().query_embeddings(), plot.input.query());
  return std::nullopt;
}

void add_points(Diagram& diagram, const CurvePlot& plot, const CurveAnswer* answer) {
  const Matrix& keys = *plot.scene().embeddings;
  const Matrix& values = values_of(plot.scene());
  const double largest = answer ? std::max(1e-12F, answer->weights.cwiseAbs().maxCoeff()) : 1;
  const double bars = plot.scale.plane.height * 0.2;
  const double thick = keys.rows() > 200 ? 1.5 : 3;
  if (answer) {
    const double bottom = plot.scale.plane.bottom();
    for (Index j = 0; j < keys.rows(); ++j) {
      const double height = std::abs(answer->weights(j)) / largest * bars;
      if (height < 0.25) continue;
      const double x = plot.at(keys(j, 0), 0).x;
      diagram.add(LineMark{{{x, bottom}, {x, bottom - height}}, {Ink::key, 0.45}, thick});
    }
  }
  const double radius = keys.rows() > 200 ? 2 : 3.5;
  for (Index j = 0; j < keys.rows(); ++j) {
    const Point at = plot.at(keys(j, 0), values(j, 0));
    const double share = answer ? std::abs(answer->weights(j)) / largest : 0;
    diagram.add(DiscMark{at, radius, Paint{Ink::text, answer ? 0.3 : 0.55}});
    if (share > 0.002) {
      diagram.add(DiscMark{at, radius + 4 * std::sqrt(share), Paint{Ink::key, 0.25 + 0.6 * share}});
    }
    if (plot.input.shown && plot.input.shown->key == j) {
      diagram.add(DiscMark{at, radius + 6, std::nullopt, Paint{Ink::key}, 2});
    }
  }
}

void add_point_targets(Diagram& diagram, const CurvePlot& plot) {
  const Matrix& keys = *plot.scene().embeddings;
  const Matrix& values = values_of(plot.scene());
  if (static_cast<std::size_t>(keys.rows()) > kMostCurveTargets) return;
  constexpr double kReach = 7;
  for (Index j = 0; j < keys.rows(); ++j) {
    diagram.add_target("curve.point[" + std::to_string(j) + "]",
                       square_around(plot.at(keys(j, 0), values(j, 0)), kReach));
  }
}

/// Draws a vertical line at the shown query, and a mark at its intersection with the curve.
void add_reading(Diagram& diagram, const CurvePlot& plot, double x, const CurveAnswer& answer) {
  const Rect& plane = plot.scale.plane;
  const Point at = plot.at(x, answer.output);
  const double lowest = plot.band.height > 0 ? plot.band.bottom() : plane.bottom();
  diagram.add(LineMark{{{at.x, plane.y}, {at.x, lowest}}, {Ink::query, 0.7}, 1});
  diagram.add(DiscMark{at, 5, Paint{Ink::panel}, Paint{Ink::query}, 2});
}

/// "query 2.31 → estimate 3.02 · true 2.87 · sink 0.12", shortened to the available width.
std::string reading(const CurvePlot& plot, double x, const CurveAnswer& answer) {
  const std::string at = fixed(x, 2), estimate = with_minus(brief(answer.output, 4));
  const std::string words = "query " + at + " → estimate " + estimate;
  std::string more;
  if (plot.options().truth && x >= 0) more += " · true " + with_minus(brief(kernel_truth(x), 4));
  if (answer.sink) more += " · sink " + fixed(*answer.sink, 2);
  const auto fits = [&](const std::string& one) {
    return plot.input.ruler.width(one, Type::small) <= plot.scale.plane.width;
  };
  if (fits(words + more)) return words + more;
  return fits(words) ? words : at + " → " + estimate;
}

/// Entry of the header that explains a line, from the left.
struct HeaderEntry {
  std::string name;
  Paint paint;
  double thickness = 0;  // thickness of a line; 0: a point
  bool dashed = false;

  double width(const Ruler& ruler) const { return 24 + rich_width(ruler, name, Type::small); }
};

std::vector<HeaderEntry> header_entries(const CurvePlot& plot) {
  std::vector<HeaderEntry> entries{{"estimate", {Ink::query}, 2.5}};
  if (has_head_lines(plot)) entries.push_back({"each head", {Ink::faint}, 1});
  if (plot.options().truth) {
    entries.push_back({R"($2 \sin x + x^{0.8}$)", {Ink::good}, 1.5, /*dashed=*/true});
  }
  entries.push_back({"key, value", {Ink::text, 0.55}});
  return entries;
}

constexpr double kBetweenEntries = 16;

/// Number of header lines with `words` at the end of the last one: 1 if lines are not broken.
double header_lines(const CurvePlot& plot, const std::string& words) {
  const Ruler& ruler = plot.input.ruler;
  if (!ruler.breaks_lines()) return 1;
  double lines = 1, x = 0;
  const auto add = [&](double width) {
    if (x > 0 && x + width > plot.scale.plane.width) lines += 1, x = 0;
    x += width + kBetweenEntries;
  };
  for (const HeaderEntry& entry : header_entries(plot)) add(entry.width(ruler));
  if (!words.empty()) add(ruler.width(words, Type::small));
  return lines;
}

/// Draws the header: cut to the available width, or broken into several lines.
void add_header(Diagram& diagram, const CurvePlot& plot, const std::string& words) {
  const Rect& plane = plot.scale.plane;
  const Ruler& ruler = plot.input.ruler;
  const double last = plane.y - kHeader / 2 - 2;
  double y = last - (header_lines(plot, words) - 1) * kHeaderLine;
  const std::string shown = ruler.shortened(words, Type::small, plane.width);
  const double end = plane.right() - (words.empty() ? 0 : ruler.width(shown, Type::small) + 16);
  diagram.add_text({plane.right(), last}, shown, Type::small, {Ink::query}, 1);
  double x = plane.x;
  for (const HeaderEntry& entry : header_entries(plot)) {
    const double width = entry.width(ruler);
    if (ruler.breaks_lines() && x > plane.x && x + width > plane.right()) {
      x = plane.x;
      y += kHeaderLine;
    }
    if (!ruler.breaks_lines() && x + width > end) continue;
    if (entry.thickness > 0) {
      LineMark mark{{{x, y}, {x + 18, y}}, entry.paint, entry.thickness};
      mark.dashed = entry.dashed;
      diagram.add(std::move(mark));
    } else {
      diagram.add(DiscMark{{x + 9, y}, 3.5, entry.paint});
    }
    add_rich(diagram, ruler, {{x + 24, y}, entry.name, Type::small, {Ink::secondary}});
    x += width + kBetweenEntries;
  }
}

void add_band(Diagram& diagram, const CurvePlot& plot) {
  if (plot.band.height <= 0 || !plot.estimate->band) return;
  const NumberSpan span =
      span_of(weight_bounds(plot.scene(), static_cast<std::size_t>(plot.input.head())));
  const Colormap& colormap = colormap_of(plot.input.state, span);
  const float largest = largest_distance(*plot.estimate->band);
  // A round upper bound keeps the numbers of the legend short.
  const float high = static_cast<float>(largest > 0 ? nice_step(static_cast<double>(largest)) : 1);
  const ColorRange range{span == NumberSpan::kSigned ? -high : 0, high};
  const Rect& plane = plot.scale.plane;
  diagram.add(MatrixMark{
      .area = plot.band, .values = plot.estimate->band, .colormap = &colormap, .range = range});
  diagram.add_outline(plot.band, {Ink::hairline});
  for (const char* words : {"keys, by size →", "keys →"}) {
    if (plot.input.ruler.width(words, Type::small) > plot.band.height) continue;
    diagram.add_text({plane.x - 12, plot.band.middle_y()}, words, Type::small, {Ink::faint}, 0.5,
                     Turn::upwards);
    break;
  }
  const std::string of = plot.scene().heads.size() > 1
                             ? " of head " + std::to_string(plot.input.head())
                             : std::string();
  diagram.add_text(
      {plane.x, plot.band.y - 12},
      plot.input.ruler.shortened("weights" + of + " by query", Type::caption, plane.width),
      Type::caption, {Ink::secondary});
  if (!plot.input.legend) return;
  add_legend(diagram, plot.input.ruler, colormap,
             plain_shading(range, beyond(range, *plot.estimate->band)),
             {plot.band.right() + 14, plot.band.y + 6, 12, plot.band.height - 12});
}

}  // namespace

Point CurveScale::to_units(Point data) const {
  const double width = plane.width - 2 * kCurveMargin, height = plane.height - 2 * kCurveMargin;
  return {plane.x + kCurveMargin + (data.x - frame.x) / frame.width * width,
          plane.bottom() - kCurveMargin - (data.y - frame.y) / frame.height * height};
}

Point CurveScale::to_data(Point units) const {
  const double width = plane.width - 2 * kCurveMargin, height = plane.height - 2 * kCurveMargin;
  return {frame.x + (units.x - plane.x - kCurveMargin) / width * frame.width,
          frame.y + (plane.bottom() - kCurveMargin - units.y) / height * frame.height};
}

Rect curve_frame(const Evaluation& evaluation, const ViewOptions::Curve& options) {
  const Scene& scene = evaluation.scene;
  const Matrix &keys = *scene.embeddings, &queries = scene.query_embeddings();
  const AxisRange x = nice_range(std::min(keys.minCoeff(), queries.minCoeff()),
                                 std::max(keys.maxCoeff(), queries.maxCoeff()));
  const Matrix& values = values_of(scene);
  double low = values.minCoeff(), high = values.maxCoeff();
  for (const HeadTrace& head : evaluation.trace.heads) {
    low = std::min<double>(low, head.v.minCoeff());
    high = std::max<double>(high, head.v.maxCoeff());
  }
  if (options.truth) {
    for (int n = 0; n <= 100; ++n) {
      const double at = x.low + (x.high - x.low) * n / 100;
      if (at < 0) continue;
      low = std::min(low, kernel_truth(at));
      high = std::max(high, kernel_truth(at));
    }
  }
  const AxisRange y = nice_range(low, high);
  return {x.low, y.low, x.high - x.low, y.high - y.low};
}

Diagram curve_diagram(const ViewInput& input) {
  if (const auto why = curve_obstacle(input.scene())) {
    return explanation(
        input, *why, "A curve shows attention over numbers: each token is one key and one value.");
  }
  const double usual = clamped(1.25 * input.width, 420.0, 560.0);
  const double height = input.height > 0 ? input.height : usual;
  const bool has_band = height >= kLowestWithBand;
  const double band = has_band ? clamped(height * 0.26, 80.0, 180.0) : 0;
  const double below = 22 + (has_band ? band + 26 : 0);
  const double left = input.ruler.width("-0.00", Type::small) + 12;
  const double right = has_band && input.legend ? 36 + input.ruler.width("0.0005", Type::small) : 4;
  const Rect frame =
      input.frame.value_or(curve_frame(*input.evaluation, input.state.options.curve));
  const auto plot_below = [&](double top) {
    const Rect plane{left, top, std::max(40.0, input.width - left - right),
                     std::max(40.0, height - top - below - kCurveGap)};
    CurvePlot plot{input, {frame, plane}, {plane.x, plane.bottom() + 48, plane.width, band}, {}};
    plot.estimate = curve_estimate(input.evaluation, input.head(), plot.left(), plot.right());
    return plot;
  };
  const CurvePlot first = plot_below(kHeader);
  std::optional<CurveAnswer> answer;
  const auto x = asked(first);
  if (x) answer = curve_answer(input.scene(), input.head(), *x);
  const std::string words = answer ? reading(first, *x, *answer) : first.estimate->problem;
  const double lines = header_lines(first, words);
  const CurvePlot plot = lines > 1 ? plot_below(kHeader + (lines - 1) * kHeaderLine) : first;

  Diagram diagram{input.width, height};
  add_axes(diagram, plot);
  add_band(diagram, plot);
  diagram.add(ClipMark{plot.scale.plane});
  add_points(diagram, plot, answer ? &*answer : nullptr);
  add_truth(diagram, plot);
  add_curves(diagram, plot);
  diagram.add(ClipMark{});
  if (answer) add_reading(diagram, plot, *x, *answer);
  add_header(diagram, plot, words);
  add_point_targets(diagram, plot);
  diagram.add_target("curve.plane", plot.scale.plane);
  if (has_band) diagram.add_target("curve.band", plot.band);
  return diagram;
}

}  // namespace attn
