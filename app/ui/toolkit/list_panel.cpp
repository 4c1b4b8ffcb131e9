#include "app/ui/toolkit/list_panel.h"

#include <algorithm>

#include <GLFW/glfw3.h>

namespace attn::ui {

bool ListPanel::take(const KeyEvent& event, std::size_t count,
                     const std::function<void(std::size_t)>& choose) {
  if (!is_open_) return false;
  if (lines_.take(event, count)) return true;
  if (event.is(GLFW_KEY_ENTER) || event.is(GLFW_KEY_KP_ENTER) || event.is(GLFW_KEY_SPACE)) {
    if (lines_.marked) choose(*lines_.marked);
  } else if (event.is(GLFW_KEY_ESCAPE)) {
    is_open_ = false;
  } else {
    return !is_of_window(event);
  }
  return true;
}

std::optional<std::size_t> ListPanel::draw(
    Ui& ui, const Box& room, std::size_t count,
    const std::function<void(std::size_t, const Box&)>& draw_line) {
  if (!is_open_) return std::nullopt;
  const float gap = ui.theme.px(10);
  const float width = std::min(ui.theme.px(380), room.width() - 2 * gap);
  const Box box{{room.min.x + (room.width() - width) / 2, room.min.y + gap},
                {room.min.x + (room.width() + width) / 2, room.max.y - gap}};
  const Box inside = begin_overlay(ui, name_, box, title_, is_open_);
  const auto click = lines_.draw(
      ui, name_ + ".list", inside, count,
      [this](std::size_t n) { return name_ + "." + std::to_string(n); }, draw_line);
  end_overlay();
  return click ? std::optional(click->line) : std::nullopt;
}

}  // namespace attn::ui
