#include <algorithm>

#include "app/ui/lessons/lesson_views.h"

namespace attn::ui {

void draw_ticked(ImDrawList* list, const Theme& theme, ImVec2 center, float radius, ImU32 color) {
  list->AddCircleFilled(center, radius, color, 32);
  const ImVec2 tick[] = {{center.x - 0.45F * radius, center.y + 0.02F * radius},
                         {center.x - 0.1F * radius, center.y + 0.36F * radius},
                         {center.x + 0.46F * radius, center.y - 0.32F * radius}};
  const float line = std::max(1.F, 0.22F * radius);
  list->AddLine(tick[0], tick[1], theme.colors().on_accent, line);
  list->AddLine(tick[1], tick[2], theme.colors().on_accent, line);
}

void draw_ring(ImDrawList* list, const Theme& theme, ImVec2 center, float radius, ImU32 color) {
  list->AddCircle(center, radius - theme.px(1), color, 32, theme.px(2));
}

void lesson_rule(Ui& ui, Pen& pen) {
  const Theme& theme = ui.theme;
  pen.take(theme.px(6));
  const Box line = pen.take(theme.px(1));
  ImGui::GetWindowDrawList()->AddRectFilled(line.min, line.max, theme.colors().hairline);
  pen.take(theme.px(16));
}

}  // namespace attn::ui
