#include <algorithm>
#include <cmath>
#include <deque>

#include "app/figure/charts/plot.h"
#include "app/figure/diagram/heatmap_grid.h"
#include "app/figure/diagram/heatmap_legend.h"
#include "app/figure/diagram/shading.h"
#include "app/figure/training/training_diagrams.h"
#include "engine/attention/trace.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

constexpr double kBarsHeight = 110, kBarsTitle = 20, kBetweenBars = 16;
constexpr double kHeatCells = 180;  // least width of a heatmap with its names and legend

/// From 0, or from the least number if some are negative.
ColorRange range_of_measure(const Matrix& numbers) {
  ColorRange range{0, 0};
  for (const float number : numbers.reshaped()) {
    if (number == kMasked) continue;
    range.low = std::min(range.low, number);
    range.high = std::max(range.high, number);
  }
  if (range.high <= range.low) range.high = range.low + 1;
  return range;
}

Diagram heat_of_measures(const HeadChart& chart, const Ruler& ruler, double width) {
  std::deque<Shading> legends;
  std::vector<GridPanel> panels;
  for (const MeasuredLayers& measure : chart.measures) {
    legends.push_back(plain_shading(range_of_measure(*measure.numbers)));
    const bool has_gaps = measure.numbers->minCoeff() == kMasked;
    LabelledMatrix heatmap{
        .matrix = {.name = "measures[" + std::to_string(panels.size()) + "]",
                   .values = measure.numbers,
                   .scores = has_gaps ? measure.numbers : nullptr,
                   .colormap = chart.colormap ? chart.colormap : find_colormap("viridis"),
                   .range = legends.back().range,
                   .numbers = true},
        .rows = &chart.layer_names,
        .columns = &chart.head_names,
        .row_axis = "layers →",
        .column_axis = "heads →",
        .shading = &legends.back(),
        .quantity = measure.quantity,
        .are_labels_optional = true};
    panels.push_back(
        {.heatmap = std::move(heatmap), .title = measure.title, .scale = panels.size()});
  }
  const int columns = clamped(static_cast<int>(width / kHeatCells), 1,
                              std::max(1, static_cast<int>(panels.size())));
  Diagram diagram = heatmap_grid(ruler, panels, {.columns = columns, .width = width});
  diagram.height += line_height(Type::small) / 2;  // lower half of a legend's last number
  return diagram;
}

/// Draws the bars of a measure in `room`: a group for each layer.
void add_bars(Diagram& diagram, const HeadChart& chart, const MeasuredLayers& measure,
              const Ruler& ruler, const Rect& room) {
  const Matrix& numbers = *measure.numbers;
  const ColorRange range = range_of_measure(numbers);
  const auto layers = static_cast<double>(numbers.rows());
  const Chart plot = add_plot(diagram, ruler, room,
                              {.low = {0, static_cast<double>(range.low)},
                               .high = {layers, static_cast<double>(range.high)}},
                              "layer →", chart.layer_names);
  constexpr double kGroup = 0.8;  // share of a layer's width
  const double bar = kGroup / static_cast<double>(numbers.cols());
  for (Index layer = 0; layer < numbers.rows(); ++layer) {
    for (Index head = 0; head < numbers.cols(); ++head) {
      const float number = numbers(layer, head);
      if (number == kMasked) continue;
      const double left =
          static_cast<double>(layer) + (1 - kGroup) / 2 + static_cast<double>(head) * bar;
      const Point from = plot.place({left, 0}),
                  to = plot.place({left + bar, static_cast<double>(number)});
      diagram.add_box(
          {from.x, std::min(from.y, to.y), (to.x - from.x) * 0.9, std::abs(from.y - to.y)},
          series_paint(static_cast<std::size_t>(layer % 2)));
    }
  }
}

Diagram bars_of_measures(const HeadChart& chart, const Ruler& ruler, double width) {
  Diagram diagram{width, 0};
  double y = 0;
  for (const MeasuredLayers& measure : chart.measures) {
    const std::string title =
        measure.title + (measure.quantity.empty() ? "" : ", " + measure.quantity);
    diagram.add_text({0, y + kBarsTitle / 2 - 3}, ruler.shortened(title, Type::caption, width),
                     Type::caption, {Ink::text});
    add_bars(diagram, chart, measure, ruler, {0, y + kBarsTitle, width, kBarsHeight});
    y += kBarsTitle + kBarsHeight + kBetweenBars;
  }
  diagram.height = y - kBetweenBars;
  return diagram;
}

}  // namespace

Diagram head_chart_diagram(const HeadChart& chart, const Ruler& ruler, double width) {
  return chart.are_bars ? bars_of_measures(chart, ruler, width)
                        : heat_of_measures(chart, ruler, width);
}

}  // namespace attn
