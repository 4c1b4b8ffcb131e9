#include "app/figure/charts/chart_grid.h"

#include <algorithm>

#include "app/figure/diagram/axis_ticks.h"

namespace attn {
namespace {

constexpr double kDistance = 64;  // approximate distance of lines
constexpr double kBesideArea = 6;

double step_of(const Chart& chart) {
  const double range = chart.high.x - chart.low.x;
  return nice_step(range / std::max(2.0, chart.area.width / kDistance));
}

}  // namespace

double grid_numbers_width(const Chart& chart, const Ruler& ruler) {
  const double step = step_of(chart);
  double widest = 0;
  for (const double value : ticks(chart.low.y, chart.high.y, step)) {
    widest = std::max(widest, ruler.width(tick_label(value, step), Type::small));
  }
  return widest + kBesideArea;
}

void add_chart_grid(Diagram& diagram, const Chart& chart, bool numbers) {
  const Rect& area = chart.area;
  diagram.add(RectMark{area, Paint{Ink::field}, std::nullopt, 4});
  const double step = step_of(chart);
  const auto paint = [](double value) {
    return value == 0 ? Paint{Ink::faint, 0.7} : Paint{Ink::hairline, 0.6};
  };
  for (const double value : ticks(chart.low.x, chart.high.x, step)) {
    const double x = chart.place({value, 0}).x;
    diagram.add(LineMark{{{x, area.y}, {x, area.bottom()}}, paint(value)});
    if (!numbers || x < area.x + 8 || x > area.right() - 8) continue;
    diagram.add_text({x, area.bottom() + 9}, tick_label(value, step), Type::small, {Ink::faint},
                     0.5);
  }
  for (const double value : ticks(chart.low.y, chart.high.y, step)) {
    const double y = chart.place({0, value}).y;
    diagram.add(LineMark{{{area.x, y}, {area.right(), y}}, paint(value)});
    if (!numbers || y < area.y + 6 || y > area.bottom() - 6) continue;
    diagram.add_text({area.x - kBesideArea, y}, tick_label(value, step), Type::small, {Ink::faint},
                     1);
  }
}

}  // namespace attn
