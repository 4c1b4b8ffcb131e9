#include "app/figure/diagram/index_heatmap.h"

#include <algorithm>

#include "app/figure/diagram/diagram_text.h"
#include "app/figure/diagram/heatmap_legend.h"

namespace attn {
namespace {

constexpr double kAxis = 18;   // height of an axis's name
constexpr double kTicks = 17;  // height of the numbers above the columns
constexpr double kIndexGap = 7;
constexpr double kLargestIndexCell = 76;
constexpr double kSmallestLegend = 48;
constexpr double kLegendText = 6;  // half of the legend's lowest number

void add_row_numbers(Diagram& diagram, const MatrixMark& matrix) {
  const double pitch = matrix.cell_height();
  const Index step = tick_step(line_height(Type::small), pitch);
  for (Index i = 0; i < matrix.values->rows(); i += step) {
    diagram.add_text(
        {matrix.area.x - kIndexGap, matrix.area.y + (static_cast<double>(i) + 0.5) * pitch},
        std::to_string(i), Type::small, {Ink::secondary}, 1);
  }
}

void add_column_numbers(Diagram& diagram, const Ruler& ruler, const MatrixMark& matrix) {
  const double pitch = matrix.cell_width();
  const std::string longest = std::to_string(matrix.values->cols() - 1);
  const Index step = tick_step(ruler.width(longest, Type::small) + 8, pitch);
  for (Index j = 0; j < matrix.values->cols(); j += step) {
    diagram.add_text({matrix.area.x + (static_cast<double>(j) + 0.5) * pitch, matrix.area.y - 9},
                     std::to_string(j), Type::small, {Ink::secondary}, 0.5);
  }
}

void add_axis_names(Diagram& diagram, const Ruler& ruler, const IndexHeatmap& heatmap, double left,
                    double y) {
  const Rect& area = heatmap.matrix.area;
  if (!heatmap.column_axis.empty()) {
    const double half = rich_width(ruler, heatmap.column_axis, Type::small) / 2;
    const double x = std::max(area.middle_x(), left + half);
    add_rich(diagram, ruler,
             {{x, y + kAxis / 2}, heatmap.column_axis, Type::small, {Ink::faint}, 0.5});
  }
  if (!heatmap.row_axis.empty()) {
    const std::string name = ruler.shortened(heatmap.row_axis, Type::small, area.height);
    diagram.add_text({left + kAxis / 2 - 2, area.middle_y()}, name, Type::small, {Ink::faint}, 0.5,
                     Turn::downwards);
  }
}

}  // namespace

Rect add_index_heatmap(Diagram& diagram, const Ruler& ruler, IndexHeatmap heatmap, Rect room) {
  if (!heatmap.caption.empty()) room = add_caption(diagram, ruler, heatmap.caption, room);
  const auto rows = static_cast<double>(heatmap.matrix.values->rows());
  const auto columns = static_cast<double>(heatmap.matrix.values->cols());
  const double top = (heatmap.column_axis.empty() ? 0 : kAxis) + kTicks;
  const std::string last = std::to_string(heatmap.matrix.values->rows() - 1);
  const double left =
      (heatmap.row_axis.empty() ? 0 : kAxis) + ruler.width(last, Type::small) + kIndexGap + 3;
  double legend = 0;
  if (heatmap.has_legend && room.height - top >= kSmallestLegend) {
    legend = 12 + 12 + legend_room(ruler, plain_shading(heatmap.matrix.range));
    if (room.width < legend * 2.5) legend = 0;
  }
  double width = std::min((room.width - left - legend) / columns, kLargestIndexCell);
  double height = std::min((room.height - top - kLegendText) / rows, kLargestIndexCell);
  if (heatmap.is_square) width = height = std::min(width, height);
  if (width * columns < 4 || height * rows < 4) return {};
  heatmap.matrix.area = {room.x + left, room.y + top, width * columns, height * rows};
  const Rect area = heatmap.matrix.area;
  diagram.add(heatmap.matrix);
  diagram.add_outline(area, {Ink::hairline});
  add_row_numbers(diagram, heatmap.matrix);
  add_column_numbers(diagram, ruler, heatmap.matrix);
  add_axis_names(diagram, ruler, heatmap, room.x, room.y);
  if (heatmap.marked_rows > 0) {
    const double marked = std::min(rows, static_cast<double>(heatmap.marked_rows));
    diagram.add_box({area.x - 5, area.y, 3, std::max(2.0, marked * height)}, {Ink::query}, 1);
  }
  if (heatmap.row && *heatmap.row < heatmap.matrix.values->rows()) {
    diagram.add_outline(heatmap.matrix.row_box(*heatmap.row), {Ink::query}, 1, 1.5);
  }
  if (legend > 0 && area.height >= kSmallestLegend) {
    const ColorRange range = heatmap.matrix.range;
    add_legend(diagram, ruler, *heatmap.matrix.colormap,
               plain_shading(range, beyond(range, *heatmap.matrix.values)),
               {area.right() + 12, area.y, 12, std::min(area.height, 150.0)});
  }
  return area;
}

}  // namespace attn
