#include "app/ui/lessons/parts_panel.h"

#include <algorithm>
#include <string>

#include <GLFW/glfw3.h>

#include "app/session/words/window_parts.h"

namespace attn::ui {
namespace {

void hide_or_show(Workspace& workspace, std::size_t n) {
  workspace.hide_or_show(std::string(window_parts()[n].id));
}

/// "☑ Temperature"
void draw_part(Ui& ui, const WindowPart& part, bool is_shown, const Box& line) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float size = theme.px(14), middle = (line.min.y + line.max.y) / 2;
  const Box mark{{line.min.x + theme.px(6), middle - size / 2},
                 {line.min.x + theme.px(6) + size, middle + size / 2}};
  ImDrawList* list = ImGui::GetWindowDrawList();
  imgui::stroke_rect(list, mark.min, mark.max, is_shown ? palette.query : palette.faint,
                     theme.px(3), theme.px(1));
  if (is_shown) {
    const float gap = theme.px(3);
    list->AddRectFilled({mark.min.x + gap, mark.min.y + gap}, {mark.max.x - gap, mark.max.y - gap},
                        palette.query, theme.px(2));
  }
  const Box words{{mark.max.x + theme.px(10), line.min.y}, {line.max.x - theme.px(6), line.max.y}};
  text_in(ui, words, Face::kBody, is_shown ? palette.text : palette.faint,
          shortened_in(ui, words, Face::kBody, part.label), 0);
}

}  // namespace

bool PartsPanel::take(const KeyEvent& event, Workspace& workspace) {
  if (lines_.take(event, window_parts().size())) return true;
  if (event.is(GLFW_KEY_ENTER) || event.is(GLFW_KEY_KP_ENTER) || event.is(GLFW_KEY_SPACE)) {
    if (lines_.marked) hide_or_show(workspace, *lines_.marked);
  } else if (event.is(GLFW_KEY_ESCAPE)) {
    is_open_ = false;
  } else {
    return !is_of_window(event);
  }
  return true;
}

void PartsPanel::take_keys(Keyboard& keys, Workspace& workspace) {
  keys.take_each([&](const KeyEvent& event) { return is_open_ && take(event, workspace); });
}

void PartsPanel::draw(Ui& ui, Workspace& workspace, const Box& room) {
  if (!is_open_) return;
  const float gap = ui.theme.px(10);
  const float width = std::min(ui.theme.px(380), room.width() - 2 * gap);
  const Box box{{room.min.x + (room.width() - width) / 2, room.min.y + gap},
                {room.min.x + (room.width() + width) / 2, room.max.y - gap}};
  const Box inside = begin_overlay(ui, "parts", box, "What my class sees", is_open_);
  const auto parts = window_parts();
  const auto click = lines_.draw(
      ui, "parts.list", inside, parts.size(),
      [](std::size_t n) { return "parts." + std::to_string(n); },
      [&](std::size_t n, const Box& line) {
        draw_part(ui, parts[n], !workspace.look.is_hidden(std::string(parts[n].id)), line);
      });
  end_overlay();
  if (click) hide_or_show(workspace, click->line);
}

}  // namespace attn::ui
