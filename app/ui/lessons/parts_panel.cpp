#include "app/ui/lessons/parts_panel.h"

#include <string>

#include "app/session/words/window_parts.h"

namespace attn::ui {
namespace {

void hide_or_show(LessonAccess access, std::size_t n) {
  access.course.hide_or_show(std::string(window_parts()[n].id));
}

/// "☑ Temperature"
void draw_part(Ui& ui, const WindowPart& part, bool is_shown, const Box& line) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float size = theme.px(14), middle = (line.min.y + line.max.y) / 2;
  const Box mark{{line.min.x + theme.px(6), middle - size / 2},
                 {line.min.x + theme.px(6) + size, middle + size / 2}};
  outline_box(mark, is_shown ? palette.query : palette.faint, theme.px(3), theme.px(1));
  if (is_shown) {
    const float gap = theme.px(3);
    fill_box(mark.within(gap), palette.query, theme.px(2));
  }
  const Box words = line.columns(mark.max.x + theme.px(10), line.max.x - theme.px(6));
  cut_text_in(ui, words, Face::kBody, is_shown ? palette.text : palette.faint, part.label);
}

}  // namespace

void PartsPanel::take_keys(Keyboard& keys, LessonAccess access) {
  keys.take_each([&](const KeyEvent& event) {
    return list_.take_key(event, window_parts().size(),
                          [&](std::size_t n) { hide_or_show(access, n); });
  });
}

void PartsPanel::draw(Ui& ui, LessonAccess access, const Box& room) {
  const auto parts = window_parts();
  const auto clicked = list_.draw(ui, room, parts.size(), [&](std::size_t n, const Box& line) {
    draw_part(ui, parts[n], !access.look.is_hidden(std::string(parts[n].id)), line);
  });
  if (clicked) hide_or_show(access, *clicked);
}

}  // namespace attn::ui
