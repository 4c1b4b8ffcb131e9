#include "app/ui/window/type_size.h"

#include <cmath>

#include <GLFW/glfw3.h>

#include "app/session/measures/content_scale.h"
#include "app/ui/toolkit/menu_item.h"
#include "app/ui/window/kept_settings.h"

namespace attn::ui {
namespace {

std::string size_words(int percent) { return std::to_string(percent) + " %"; }

/// Sets the size on the window's screen and keeps it. Says where the window has no room for it.
void choose_type_size(Ui& ui, Workspace& workspace, int percent) {
  TypeSize& size = ui.type_size;
  size.percent = percent;
  keep_setting(workspace, "The size was not saved: ", [&](Settings& settings) {
    settings.type_sizes[size.screen] = percent;
    if (percent == size.usual) settings.type_sizes.erase(size.screen);
  });
  std::string words = "Size " + size_words(percent);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float shown = fitting_scale(size.scale(), window.x, window.y);
  if (ui.theme.appearance().presenting) {
    words += ", outside presenter mode: there it follows from the screen";
  } else if (shown < size.scale()) {
    const auto room = static_cast<int>(std::floor(100 * shown / size.content_scale));
    words += ": this window has room for " + size_words(room);
  }
  workspace.notices.tell(words);
}

}  // namespace

void take_type_size_keys(Ui& ui, Workspace& workspace) {
  const auto is_pressed = [&](int key) {
    return ui.keys.take(key, GLFW_MOD_CONTROL) ||
           ui.keys.take(key,
                        GLFW_MOD_CONTROL | GLFW_MOD_SHIFT);  // + is with Shift on many keyboards
  };
  const int percent = ui.type_size.percent;
  if (is_pressed(GLFW_KEY_EQUAL)) choose_type_size(ui, workspace, next_type_size(percent, 1));
  if (is_pressed(GLFW_KEY_MINUS)) choose_type_size(ui, workspace, next_type_size(percent, -1));
  if (is_pressed(GLFW_KEY_0)) choose_type_size(ui, workspace, ui.type_size.usual);
}

void type_size_menu(Ui& ui, Workspace& workspace) {
  if (!begin_submenu(ui, "Size")) return;
  const TypeSize& size = ui.type_size;
  if (menu_item(ui, "size.larger", "Larger", "Ctrl+Plus")) {
    choose_type_size(ui, workspace, next_type_size(size.percent, 1));
  }
  if (menu_item(ui, "size.smaller", "Smaller", "Ctrl+Minus")) {
    choose_type_size(ui, workspace, next_type_size(size.percent, -1));
  }
  const std::string usual = "Usual: " + size_words(size.usual);
  if (menu_item(ui, "size.usual", usual, "Ctrl+0")) choose_type_size(ui, workspace, size.usual);
  for (const int percent : kTypeSizes) {
    const bool is_chosen = percent == size.percent;
    if (menu_item(ui, "size." + std::to_string(percent), size_words(percent), nullptr, true,
                  is_chosen)) {
      choose_type_size(ui, workspace, percent);
    }
  }
  ImGui::EndMenu();
}

}  // namespace attn::ui
