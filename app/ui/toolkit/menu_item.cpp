#include "app/ui/toolkit/menu_item.h"

#include <cmath>

#include "app/document/formulas/formula_text.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/theme/simple_text.h"

namespace attn::ui {
namespace {

/// Spaces that take so much room, for what ImGui can't write itself.
std::string room_for(const Theme& theme, float width) {
  const float space = text_size(theme, Face::kBody, " ").x;
  return std::string(static_cast<std::size_t>(std::ceil(width / space)), ' ');
}

}  // namespace

bool menu_line(Ui& ui, const std::string& name, const std::string& label, const char* beside,
               bool enabled, bool checked) {
  ui.theme.need_glyphs(label);
  const bool is_simple_label = is_simple(label);
  const std::string words =
      is_simple_label ? label : room_for(ui.theme, text_size(ui.theme, Face::kBody, label).x);
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

bool rich_menu_item(Ui& ui, const std::string& name, const std::string& label, const char* beside) {
  if (as_words(label) == label) return menu_item(ui, name, label, beside);
  ui.theme.need_glyphs(label);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string words = room_for(ui.theme, rich_size(ui.theme, Face::kBody, label).x);
  const bool chosen = menu_item(ui, name, words, beside);
  draw_rich(ImGui::GetWindowDrawList(), ui.theme, Face::kBody, at, ui.theme.colors().text, label);
  return chosen;
}

}  // namespace attn::ui
