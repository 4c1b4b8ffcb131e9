#include "app/ui/heatmap/heatmap_cells.h"

#include <algorithm>

namespace attn::ui {
namespace {

gl::Color gl_color(ImU32 color) {
  const ImVec4 c = ImGui::ColorConvertU32ToFloat4(color);
  return {c.x, c.y, c.z, c.w};
}

}  // namespace

void draw_heatmap_cells(Ui& ui, gl::Heatmap& heatmap, const HeatmapCells& cells) {
  const Theme& theme = ui.theme;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float small = std::min(cells.cell_width, cells.cell_height);
  gl::HeatmapStyle style;
  style.colormap = &theme.colors_of(cells.colormap);
  style.range = cells.range;
  style.rect = {cells.matrix.min.x, cells.matrix.min.y, cells.matrix.width(),
                cells.matrix.height()};
  style.gap = small >= theme.px(12) ? theme.px(cells.gap) : small >= theme.px(6) ? 1.F : 0.F;
  style.radius = theme.px(cells.radius);
  style.background = gl_color(cells.ground.value_or(theme.colors().panel));
  style.hatch = gl_color(theme.colors().faint);
  style.hatch_spacing = theme.px(6);
  imgui::list()->PushClipRect(cells.area.min, cells.area.max, true);
  const auto draw = [&heatmap, style, screen](const ImVec4& clip) mutable {
    style.clip = {clip.x, clip.y, clip.z - clip.x, clip.w - clip.y};
    heatmap.draw(style, static_cast<int>(screen.x), static_cast<int>(screen.y));
  };
  ui.draw_gl({.look = heatmap.image_hash(style), .draw = draw});
  imgui::list()->PopClipRect();
}

}  // namespace attn::ui
