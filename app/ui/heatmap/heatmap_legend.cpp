#include "app/ui/heatmap/heatmap_legend.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/ui/heatmap/heatmap_plot.h"

namespace attn::ui {
namespace {

/// 0…1 is plain from the numbers beside the legend.
bool has_legend_words(const Shading& shading) { return !shading.kind->is_unit(); }

Rect rect_of(const Box& box) { return {box.min.x, box.min.y, box.width(), box.height()}; }
Box box_of(const Rect& rect) {
  const auto at = [](double x, double y) {
    return ImVec2(static_cast<float>(x), static_cast<float>(y));
  };
  return {at(rect.x, rect.y), at(rect.right(), rect.bottom())};
}

/// The end of a legend beyond which there are numbers.
void draw_point(ImDrawList* list, const Theme& theme, const std::vector<Point>& points, Rgb color) {
  if (points.empty()) return;
  std::vector<ImVec2> corners;
  corners.reserve(points.size());
  for (const Point& p : points) {
    corners.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y));
  }
  list->AddTriangleFilled(corners[0], corners[1], corners[2],
                          IM_COL32(color.r, color.g, color.b, 255));
  list->AddTriangle(corners[0], corners[1], corners[2], theme.colors().hairline);
}

}  // namespace

float legend_width(const Theme& theme, const Shading& shading) {
  float numbers = 0;
  for (const std::string& text : tick_texts(shading, 16)) {
    numbers = std::max(numbers, text_size(theme, Face::kSmall, text).x);
  }
  const float words =
      has_legend_words(shading) ? text_size(theme, Face::kCaption, shading.words).x : 0;
  const float right = std::max(theme.px(kLegendBar + 6) + numbers, words);
  return std::max(theme.px(70), theme.px(kLegendGap) + right);
}

void draw_legend(Ui& ui, const Box& box, const HeatmapPlot& plot) {
  const Theme& theme = ui.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Colormap& colors = theme.colors_of(plot.colormap);
  const LegendBar legend = legend_bar(rect_of(box), plot.shading.beyond);
  const Box bar = box_of(legend.bar);
  draw_point(list, theme, legend.low, colors.steps.front());
  draw_point(list, theme, legend.high, colors.steps.back());
  const float height = bar.height() / 256;
  for (int i = 0; i < 256; ++i) {
    const Rgb c = colors.steps[static_cast<std::size_t>(255 - i)];
    const float y = bar.min.y + static_cast<float>(i) * height;
    const float end = std::min(y + height + 0.5F, bar.max.y);  // no gap to the next
    list->AddRectFilled({bar.min.x, y}, {bar.max.x, end}, IM_COL32(c.r, c.g, c.b, 255));
  }
  imgui::stroke_rect(list, bar.min, bar.max, theme.colors().hairline, 0, 1);
  if (has_legend_words(plot.shading)) {
    draw_text(list, theme, Face::kCaption,
              {box.min.x, box.min.y - theme.line_height(Face::kCaption) - theme.px(8)},
              theme.colors().secondary, plot.shading.words);
  }
  const float line = theme.line_height(Face::kSmall);
  const auto ticks =
      round_ticks(plot.shading, static_cast<double>(bar.height()), static_cast<double>(line));
  for (const LegendTick& tick : ticks) {
    const float y = bar.max.y - static_cast<float>(tick.share) * bar.height();
    draw_text(list, theme, Face::kSmall, {box.max.x + theme.px(6), y - line / 2},
              theme.colors().faint, tick.text);
  }
  ui.map.add(plot.name + ".legend", box.min, box.max);
}

}  // namespace attn::ui
