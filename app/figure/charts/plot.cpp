#include "app/figure/charts/plot.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/axis_ticks.h"
#include "app/figure/diagram/diagram_text.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr std::array kSeries{Rgb{0x4f, 0x5f, 0xe6}, Rgb{0xd1, 0x49, 0x2f}, Rgb{0x12, 0x9a, 0x6c},
                             Rgb{0xb8, 0x80, 0x14}, Rgb{0x9a, 0x4f, 0xc8}, Rgb{0x17, 0x8f, 0xb3}};

void add_x_numbers(Diagram& diagram, const Ruler& ruler, const Chart& plot) {
  const double pitch = plot.area.width / (plot.high.x - plot.low.x);
  const double widest = std::max(ruler.width(with_minus(brief(plot.low.x, 4)), Type::small),
                                 ruler.width(with_minus(brief(plot.high.x, 4)), Type::small));
  const auto step = static_cast<double>(tick_step(widest + 14, pitch));
  for (double x = std::ceil(plot.low.x / step) * step; x <= plot.high.x; x += step) {
    const Point at = plot.place({x, plot.low.y});
    diagram.add(LineMark{{at, {at.x, at.y + 3}}, {Ink::hairline}});
    diagram.add_text({at.x, at.y + 11}, with_minus(brief(x, 4)), Type::small, {Ink::secondary},
                     0.5);
  }
}

void add_group_names(Diagram& diagram, const Ruler& ruler, const Chart& plot,
                     std::span<const std::string> groups) {
  double widest = 0;
  for (const std::string& name : groups) widest = std::max(widest, ruler.width(name, Type::small));
  const Index step = tick_step(widest + 6, plot.area.width / (plot.high.x - plot.low.x));
  for (Index n = 0; n < std::ssize(groups); n += step) {
    const Point at = plot.place({static_cast<double>(n) + 0.5, plot.low.y});
    diagram.add_tick({at.x, at.y + 11}, groups[static_cast<std::size_t>(n)], {Ink::secondary}, 0.5);
  }
}

}  // namespace

std::span<const Rgb> series_colors() { return kSeries; }

Paint series_paint(std::size_t n) {
  return {.ink = Ink::query, .alpha = 1, .data = kSeries[n % kSeries.size()]};
}

Chart add_plot(Diagram& diagram, const Ruler& ruler, Rect room, Chart plot, std::string_view x_axis,
               std::span<const std::string> groups) {
  if (plot.low.x == plot.high.x) {
    plot.low.x -= 0.5;
    plot.high.x += 0.5;
  }
  const double under = x_axis.empty() ? 20 : 36;
  const double height = std::max(1.0, room.height - under - 7);
  const auto count = static_cast<int>(clamped(height / (2 * line_height(Type::small)), 1.0, 4.0));
  const AxisRange range = nice_range(plot.low.y, plot.high.y, count);
  plot.low.y = range.low;
  plot.high.y = range.high;
  const std::vector<double> y_numbers = ticks(range.low, range.high, range.step);
  double left = 0;
  for (const double y : y_numbers) {
    left = std::max(left, 8 + ruler.width(tick_label(y, range.step), Type::small));
  }
  const double last = ruler.width(with_minus(brief(plot.high.x, 4)), Type::small) / 2 + 2;
  plot.area = {room.x + left, room.y + 7, std::max(1.0, room.width - left - last), height};
  const Rect& area = plot.area;
  diagram.add(RectMark{area, std::nullopt, Paint{Ink::hairline}});
  if (plot.low.y < 0 && plot.high.y > 0) {
    diagram.add(
        LineMark{{plot.place({plot.low.x, 0}), plot.place({plot.high.x, 0})}, {Ink::hairline}});
  }
  for (const double y : y_numbers) {
    diagram.add_text({area.x - 6, plot.place({0, y}).y}, tick_label(y, range.step), Type::small,
                     {Ink::secondary}, 1);
  }
  if (groups.empty()) {
    add_x_numbers(diagram, ruler, plot);
  } else {
    add_group_names(diagram, ruler, plot, groups);
  }
  if (!x_axis.empty()) {
    const std::string words = shortened_rich(ruler, x_axis, Type::small, room.width);
    const double half = rich_width(ruler, words, Type::small) / 2;
    add_rich(diagram, ruler,
             {{std::min(area.middle_x(), room.right() - half), area.bottom() + 27},
              words,
              Type::small,
              {Ink::faint},
              0.5});
  }
  return plot;
}

void add_curve(Diagram& diagram, const Chart& plot, double first, std::span<const double> values,
               const Paint& paint) {
  LineMark line{.paint = paint, .line = 1.75};
  const double pitch = plot.area.width / (plot.high.x - plot.low.x);
  for (std::size_t n = 0; n < values.size(); ++n) {
    line.points.push_back(plot.place({first + static_cast<double>(n), values[n]}));
  }
  if (pitch >= 9 || values.size() == 1) {
    for (const Point& point : line.points) diagram.add(DiscMark{point, 2.5, paint, std::nullopt});
  }
  diagram.add(std::move(line));
}

Rect add_line_legend(Diagram& diagram, const Ruler& ruler, const std::vector<LegendEntry>& entries,
                     Rect room) {
  constexpr double kLine = 12, kSpace = 14, kHeight = 17;
  double x = room.x, y = room.y + 7;
  for (const LegendEntry& entry : entries) {
    const std::string words =
        shortened_rich(ruler, entry.words, Type::small, room.width - kLine - 5);
    const double width = kLine + 5 + rich_width(ruler, words, Type::small);
    if (x > room.x && x + width > room.right()) {
      if (y > room.y + 7) break;
      x = room.x;
      y += kHeight;
    }
    diagram.add(LineMark{{{x, y}, {x + kLine, y}}, entry.paint, 2});
    add_rich(diagram, ruler, {{x + kLine + 5, y}, words, Type::small, {Ink::text}});
    x += width + kSpace;
  }
  return below(room, y - room.y + 13);
}

}  // namespace attn
