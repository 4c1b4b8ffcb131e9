#include "app/ui/toolkit/line_keys.h"

#include <GLFW/glfw3.h>

#include "app/ui/toolkit/focus_ring.h"

namespace attn::ui {

void begin_lines(Ui& ui, int marked) {
  LineWalk& walk = ui.lines;
  if (ui.keys.take(GLFW_KEY_ESCAPE)) ImGui::CloseCurrentPopup();
  if (ImGui::IsWindowAppearing()) {
    walk = {.at = marked};
    return;
  }
  const int count = walk.next;
  walk.next = 0;
  walk.is_moved = walk.is_pressed = false;
  if (count == 0) return;
  ui.keys.take_each([&](const KeyEvent& event) {
    const int by = event.is(GLFW_KEY_DOWN) ? 1 : event.is(GLFW_KEY_UP) ? -1 : 0;
    if (by != 0) {
      walk.at = walk.at < 0 ? (by > 0 ? 0 : count - 1) : (walk.at + by + count) % count;
      walk.is_moved = walk.is_seen = true;
      return true;
    }
    const bool presses =
        event.is(GLFW_KEY_ENTER) || event.is(GLFW_KEY_KP_ENTER) || event.text == " ";
    walk.is_pressed |= presses;
    return presses || event.is(GLFW_KEY_SPACE);
  });
}

bool line_is_chosen(Ui& ui, bool enabled) {
  LineWalk& walk = ui.lines;
  if (walk.next++ != walk.at) return false;
  if (walk.is_seen) draw_focus_ring(ui, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  if (walk.is_moved) ImGui::SetScrollHereY(0.5F);
  if (!walk.is_pressed || !enabled) return false;
  walk.is_pressed = false;
  ImGui::CloseCurrentPopup();
  return true;
}

}  // namespace attn::ui
