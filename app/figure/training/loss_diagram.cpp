#include <algorithm>
#include <cmath>
#include <string>

#include "app/figure/charts/plot.h"
#include "app/figure/diagram/axis_ticks.h"
#include "app/figure/diagram/diagram_text.h"
#include "app/figure/training/step_axis.h"
#include "app/figure/training/training_diagrams.h"

namespace attn {
namespace {

constexpr double kLossTick = 40;  // approximate distance between numbers of the left axis
constexpr double kStepsBelow = 38, kNumberGap = 8;
constexpr std::size_t kMostPoints = 500;  // of a curve

/// Points averaged in groups, each at its last step.
struct Thinned {
  std::vector<LearningPoint> points;
  std::size_t each = 1;  ///< points of a group: at most, on a logarithmic axis
};

Thinned thinned(const std::vector<LearningPoint>& all, const StepAxis& axis) {
  Thinned made{{}, std::max<std::size_t>(1, (all.size() + kMostPoints - 1) / kMostPoints)};
  for (std::size_t from = 0, to = 0; from < all.size(); from = to) {
    to = std::min(all.size(), from + made.each);
    if (axis.is_logarithmic()) {
      const double end = axis.place(all[from].step) + 1.0 / kMostPoints;
      to = from + 1;
      while (to < all.size() && axis.place(all[to].step) < end) ++to;
      made.each = std::max(made.each, to - from);
    }
    LearningPoint mean{.step = all[to - 1].step};
    for (std::size_t n = from; n < to; ++n) {
      mean.loss += all[n].loss / static_cast<double>(to - from);
      mean.accuracy += all[n].accuracy / static_cast<double>(to - from);
    }
    made.points.push_back(mean);
  }
  return made;
}

/// Plot area with its two scales.
struct LossPlot {
  Rect area;
  StepAxis steps;
  double highest = 1;  ///< highest loss
  bool has_accuracy = true;
  double loss_step = 1;

  double x(Index step) const { return area.x + steps.place(step) * area.width; }
  double loss(double loss) const { return area.bottom() - loss / highest * area.height; }
  double accuracy(double share) const { return area.bottom() - share * area.height; }
};

/// Lays out the plot in `room`, with numbers on both sides.
LossPlot plot_in(const Ruler& ruler, const Thinned& training, const Thinned& test,
                 const StepAxis& steps, bool has_accuracy, Rect room) {
  LossPlot plot;
  plot.steps = steps;
  plot.has_accuracy = has_accuracy;
  double highest = 0;
  for (const Thinned* curve : {&training, &test}) {
    for (const LearningPoint& point : curve->points) highest = std::max(highest, point.loss);
  }
  if (!(highest > 0)) highest = 1;
  const double height = std::max(1.0, room.height - kStepsBelow);
  plot.loss_step = nice_step(highest / std::max(1.0, std::floor(height / kLossTick)));
  plot.highest = std::ceil(highest / plot.loss_step - 1e-9) * plot.loss_step;
  const auto label = [&](double loss) { return tick_label(loss, plot.loss_step); };
  const auto losses = ticks(0, plot.highest, plot.loss_step);
  const double left = widest(ruler, Type::small, losses, label) + kNumberGap;
  const double right = has_accuracy ? ruler.width("100 %", Type::small) + kNumberGap : 0;
  plot.area = {room.x + left, room.y, std::max(1.0, room.width - left - right), height};
  return plot;
}

void add_axes(Diagram& diagram, const Ruler& ruler, const LossPlot& plot) {
  const Rect& area = plot.area;
  for (const double loss : ticks(0, plot.highest, plot.loss_step)) {
    const double y = plot.loss(loss);
    diagram.add(LineMark{{{area.x, y}, {area.right(), y}}, {Ink::hairline}});
    diagram.add_text({area.x - kNumberGap, y}, tick_label(loss, plot.loss_step), Type::small,
                     {Ink::secondary}, 1);
  }
  for (const int percent : {0, 50, 100}) {
    if (!plot.has_accuracy) break;
    diagram.add_text({area.right() + kNumberGap, plot.accuracy(percent / 100.0)},
                     std::to_string(percent) + " %", Type::small, {Ink::good});
  }
  const auto last = static_cast<double>(plot.steps.step(1));
  const double widest = ruler.width(tick_label(last, 1), Type::small) + 24;
  const auto most = static_cast<Index>(std::max(1.0, std::floor(area.width / widest)));
  for (const Index step : plot.steps.ticks(most)) {
    const double at = plot.x(step);
    diagram.add(LineMark{{{at, area.bottom()}, {at, area.bottom() + 4}}, {Ink::hairline}});
    diagram.add_text({at, area.bottom() + 13}, tick_label(static_cast<double>(step), 1),
                     Type::small, {Ink::secondary}, 0.5);
  }
  const char* const name = plot.steps.is_logarithmic() ? "step (logarithmic)" : "step";
  diagram.add_text({area.middle_x(), area.bottom() + 31}, name, Type::small, {Ink::faint}, 0.5);
}

template <typename Height>
void add_line(Diagram& diagram, const LossPlot& plot, const Thinned& curve, const Height& height,
              const Paint& paint, double thickness) {
  LineMark line{{}, paint, thickness};
  for (const LearningPoint& point : curve.points) {
    line.points.push_back({plot.x(point.step), height(point)});
  }
  if (line.points.size() == 1) diagram.add(DiscMark{line.points[0], 3, paint});
  diagram.add(std::move(line));
}

/// "loss, training (means of 4 steps)"
std::string legend_words(const std::string& what, const Thinned& curve, const StepAxis& axis,
                         const std::string& each) {
  if (curve.each == 1) return what;
  const std::string most = axis.is_logarithmic() ? "up to " : "";
  return what + " (means of " + most + std::to_string(curve.each) + " " + each + ")";
}

Index last_step(const LearningCurves& curves) {
  Index last = 0;
  for (const auto* curve : {&curves.training, &curves.test}) {
    for (const LearningPoint& point : *curve) last = std::max(last, point.step);
  }
  return last;
}

}  // namespace

Diagram loss_diagram(const LearningCurves& curves, const Ruler& ruler, double width,
                     double height) {
  const StepAxis steps(last_step(curves));
  const Thinned training = thinned(curves.training, steps), test = thinned(curves.test, steps);
  const Paint loss{Ink::text}, accuracy{Ink::good};
  const Paint loss_before{Ink::text, 0.32}, accuracy_before{Ink::good, 0.38};
  Diagram diagram{width, height};
  std::vector<LegendEntry> legend{{legend_words("loss, test", test, steps, "tests"), loss}};
  if (!training.points.empty()) {
    legend.push_back({legend_words("loss, training", training, steps, "steps"), loss_before});
  }
  if (curves.has_accuracy) {
    legend.push_back({legend_words("accuracy, test", test, steps, "tests"), accuracy});
  }
  if (curves.has_accuracy && !training.points.empty()) {
    legend.push_back(
        {legend_words("accuracy, training", training, steps, "steps"), accuracy_before});
  }
  const Rect rest = add_line_legend(diagram, ruler, legend, {0, 0, width, height});
  constexpr double kBelowLegend = 12;
  const LossPlot plot =
      plot_in(ruler, training, test, steps, curves.has_accuracy, below(rest, kBelowLegend));
  add_axes(diagram, ruler, plot);
  const auto of_loss = [&](const LearningPoint& point) { return plot.loss(point.loss); };
  const auto of_accuracy = [&](const LearningPoint& point) {
    return plot.accuracy(point.accuracy);
  };
  add_line(diagram, plot, training, of_loss, loss_before, 1);
  if (curves.has_accuracy) {
    add_line(diagram, plot, training, of_accuracy, accuracy_before, 1);
    add_line(diagram, plot, test, of_accuracy, accuracy, 2);
  }
  add_line(diagram, plot, test, of_loss, loss, 2);
  return diagram;
}

}  // namespace attn
