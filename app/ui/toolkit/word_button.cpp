#include "app/ui/toolkit/word_button.h"

namespace attn::ui {

bool word_button(Ui& ui, std::string_view name, const Box& box, std::string_view label,
                 bool is_next, bool is_enabled, Face face) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const bool is_pressed = is_enabled && button_area(ui, name, box);
  if (!is_enabled) ui.map.add(name, box.min, box.max);
  const bool is_hovered = is_enabled && ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (is_next) {
    const ImU32 ground = !is_enabled  ? mix(palette.panel, palette.query, 0.13F)
                         : is_hovered ? with_alpha(palette.query, 0.85F)
                                      : palette.query;
    list->AddRectFilled(box.min, box.max, ground, theme.px(6));
  } else {
    if (is_hovered) list->AddRectFilled(box.min, box.max, palette.hover, theme.px(6));
    imgui::stroke_rect(list, box.min, box.max, palette.hairline, theme.px(6), 1);
  }
  const ImU32 color = is_next ? (is_enabled ? palette.on_accent : palette.query)
                              : (is_enabled ? palette.text : palette.faint);
  text_in(ui, box, face, color, label, 0.5F);
  return is_pressed;
}

bool word_button_before(Ui& ui, std::string_view name, std::string_view label, const Box& line,
                        float& right, bool is_next) {
  const float width = text_size(ui.theme, Face::kMedium, label).x + ui.theme.px(24);
  const Box box{{right - width, line.min.y}, {right, line.max.y}};
  right = box.min.x - ui.theme.px(8);
  return word_button(ui, name, box, label, is_next);
}

}  // namespace attn::ui
