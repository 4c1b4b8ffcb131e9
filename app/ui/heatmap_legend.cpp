#include "app/ui/heatmap_legend.h"

#include <algorithm>
#include <string>

#include "app/ui/heatmap_view.h"

namespace attn::ui {
namespace {

/// 0…1 is plain from the numbers beside the legend.
bool has_legend_words(const Shading& shading) { return shading.kind->id != "fixed"; }

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
  const float height = box.height() / 256;
  for (int i = 0; i < 256; ++i) {
    const Rgb c = plot.colormap.steps[static_cast<std::size_t>(255 - i)];
    const float y = box.min.y + static_cast<float>(i) * height;
    const float end = std::min(y + height + 0.5F, box.max.y);  // no gap to the next
    list->AddRectFilled({box.min.x, y}, {box.max.x, end}, IM_COL32(c.r, c.g, c.b, 255));
  }
  imgui::stroke_rect(list, box.min, box.max, theme.colors().hairline, 0, 1);
  if (has_legend_words(plot.shading)) {
    draw_text(list, theme, Face::kCaption,
              {box.min.x, box.min.y - theme.line_height(Face::kCaption) - theme.px(8)},
              theme.colors().secondary, plot.shading.words);
  }
  const float line = theme.line_height(Face::kSmall);
  const auto ticks =
      round_ticks(plot.shading, static_cast<double>(box.height()), static_cast<double>(line));
  for (const LegendTick& tick : ticks) {
    const float y = box.max.y - static_cast<float>(tick.share) * box.height();
    draw_text(list, theme, Face::kSmall, {box.max.x + theme.px(6), y - line / 2},
              theme.colors().faint, tick.text);
  }
  ui.map.add(plot.name + ".legend", box.min, box.max);
}

}  // namespace attn::ui
