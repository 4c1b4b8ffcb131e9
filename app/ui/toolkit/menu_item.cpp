#include "app/ui/toolkit/menu_item.h"

#include <cmath>

#include "app/ui/theme/simple_text.h"

namespace attn::ui {

bool menu_line(Ui& ui, const std::string& name, const std::string& label, const char* beside,
               bool enabled, bool checked) {
  ui.theme.need_glyphs(label);
  const bool is_simple_label = is_simple(label);
  std::string words = label;
  if (!is_simple_label) {  // as many spaces take its room
    const float width = text_size(ui.theme, Face::kBody, label).x;
    const float space = text_size(ui.theme, Face::kBody, " ").x;
    words.assign(static_cast<std::size_t>(std::ceil(width / space)), ' ');
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool chosen = ImGui::MenuItem((words + "##" + name).c_str(), beside, checked, enabled);
  ui.map.add(name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  if (!is_simple_label) {
    const Palette& palette = ui.theme.colors();
    draw_text(ImGui::GetWindowDrawList(), ui.theme, Face::kBody, at,
              enabled ? palette.text : palette.faint, label);
  }
  return chosen;
}

}  // namespace attn::ui
