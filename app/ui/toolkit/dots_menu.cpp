#include "app/ui/toolkit/dots_menu.h"

#include <algorithm>

#include "app/ui/toolkit/line_keys.h"
#include "app/ui/toolkit/menu_item.h"
#include "app/ui/toolkit/tooltip.h"

namespace attn::ui {

bool begin_dots_menu(Ui& ui, const std::string& name, const Box& button) {
  const Theme& theme = ui.theme;
  const bool is_pressed = button_area(ui, name, button);
  const bool is_hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (is_hovered) list->AddRectFilled(button.min, button.max, theme.colors().hover, theme.px(4));
  const ImVec2 middle((button.min.x + button.max.x) / 2, (button.min.y + button.max.y) / 2);
  const ImU32 color = is_hovered ? theme.colors().query : theme.colors().secondary;
  for (const float n : {-1.F, 0.F, 1.F}) {
    list->AddCircleFilled({middle.x + n * 5 * theme.scale(), middle.y},
                          std::max(1.F, 1.5F * theme.scale()), color, 12);
  }
  return begin_menu(ui, name, is_pressed);
}

bool begin_menu(Ui& ui, const std::string& name, bool opens) {
  if (opens) ImGui::OpenPopup(name.c_str());
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.theme.px(10), ui.theme.px(8)});
  const bool is_open = ImGui::BeginPopup(name.c_str());
  ImGui::PopStyleVar();
  if (!is_open) return false;
  begin_lines(ui);
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ui.map.add_over_all(name + ".lines", at, {at.x + size.x, at.y + size.y});
  return true;
}

bool walked_line(Ui& ui, const std::string& name, const std::string& label, const char* beside,
                 bool checked) {
  const bool is_clicked = menu_line(ui, name, label, beside, true, checked);
  note_hover(ui, name);
  return line_is_chosen(ui, ui.locked.empty()) || is_clicked;
}

void end_menu() { ImGui::EndPopup(); }

}  // namespace attn::ui
