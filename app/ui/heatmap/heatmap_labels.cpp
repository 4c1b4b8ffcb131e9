#include "app/ui/heatmap/heatmap_labels.h"

#include <algorithm>
#include <cmath>

#include "app/figure/text/visible_text.h"
#include "app/ui/heatmap/heatmap_plot.h"
#include "app/ui/toolkit/tooltip.h"

namespace attn::ui {
namespace {

/// Every how many labels one is drawn so that they keep apart.
Index label_step(float needed, float pitch) {
  return std::max<Index>(1, static_cast<Index>(std::ceil(needed / pitch)));
}

}  // namespace

float label_width(const Theme& theme, const std::vector<std::string>& labels, float most) {
  float width = 0;
  for (const std::string& label : labels) {
    width = std::max(width, text_size(theme, Face::kMedium, visible_text(label)).x);
    if (width >= most) return most;
  }
  return width;
}

void draw_row_labels(Ui& ui, const Box& area, const HeatmapPlot& plot, Index first, Index last,
                     float start, float pitch, float left) {
  const Theme& theme = ui.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float line = theme.line_height(Face::kMedium);
  const Index step = label_step(line, pitch);
  for (Index i = (first + step - 1) / step * step; i < last; i += step) {
    const bool is_shown = plot.shown && plot.shown->query == i;
    const float y = start + (static_cast<float>(i) + 0.5F) * pitch - line / 2;
    if (y < area.min.y - line / 2 || y > area.max.y - line / 2) continue;
    const std::string whole = visible_text(plot.rows[static_cast<std::size_t>(i)]);
    const Box room{{left, y}, {area.min.x - theme.px(12), y + line}};
    const std::string label = shortened_in(ui, room, Face::kMedium, whole);
    const float width = text_size(theme, Face::kMedium, label).x;
    draw_text(list, theme, Face::kMedium, {area.min.x - theme.px(12) - width, y},
              is_shown ? theme.colors().query : theme.colors().text, label);
  }
}

void draw_column_labels(Ui& ui, const Box& area, const HeatmapPlot& plot, Index first, Index last,
                        float start, float pitch, bool turned) {
  const Theme& theme = ui.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float line = theme.line_height(Face::kMedium);
  const float needed =
      turned ? line : label_width(theme, plot.columns, theme.px(110)) + theme.px(6);
  const Index step = plot.values.cols() == 1 ? 1 : label_step(needed, pitch);
  for (Index j = (first + step - 1) / step * step; j < last; j += step) {
    const bool is_shown = plot.shown && plot.shown->key == j;
    const Face face = Face::kMedium;
    const ImU32 color = is_shown ? theme.colors().key : theme.colors().text;
    const float x = start + (static_cast<float>(j) + 0.5F) * pitch;
    if (x < area.min.x || x > area.max.x) continue;
    const std::string whole = visible_text(plot.columns[static_cast<std::size_t>(j)]);
    const std::string label = shortened(theme, face, whole, theme.px(110));
    const float width = text_size(theme, face, label).x;
    if (label != whole) {
      const float half = (turned ? line : width) / 2, high = turned ? width + theme.px(2) : line;
      note_cut(ui, {x - half, area.min.y - theme.px(6) - high},
               {x + half, area.min.y - theme.px(6)}, whole);
    }
    if (turned) {
      draw_text_upwards(list, theme, face, {x - line / 2, area.min.y - theme.px(8)}, color, label);
    } else {
      draw_text(list, theme, face, {x - width / 2, area.min.y - theme.px(6) - line}, color, label);
    }
  }
}

}  // namespace attn::ui
