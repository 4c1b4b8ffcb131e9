#include "app/ui/numbers/section_lines.h"

#include <algorithm>

namespace attn::ui {

float control_x(const Ui& ui, const Pen& pen) {
  return pen.at.x + ui.theme.px(pen.width < ui.theme.px(250) ? 70 : 86);
}

Box word_line(Ui& ui, Pen& pen, std::string_view word, float height) {
  const Box line = pen.take(height);
  const float x = control_x(ui, pen);
  const Box room{line.min, {x, line.max.y}};
  text_in(ui, line, Face::kBody, ui.theme.colors().secondary,
          shortened_in(ui, room, Face::kBody, word), 0);
  return {{x, line.min.y}, line.max};
}

Box list_line(Ui& ui, Pen& pen, std::string_view word, std::span<const std::string_view> labels) {
  const Theme& theme = ui.theme;
  float widest = 0;
  for (const std::string_view label : labels) {
    widest = std::max(widest, text_size(theme, Face::kBody, label).x);
  }
  const float room = pen.at.x + pen.width - control_x(ui, pen);
  if (choice_width(theme, widest) <= room) return word_line(ui, pen, word, theme.px(30));
  const Box above = pen.take(theme.px(24));
  text_in(ui, above, Face::kBody, theme.colors().secondary, word, 0);
  return pen.take(theme.px(30));
}

void number_line(Ui& ui, Access access, Pen& pen, std::string_view word, std::string_view name,
                 std::string_view label, float value, const NumberChange& change) {
  const Box room = word_line(ui, pen, word, ui.theme.px(28));
  const Box box{room.min, {std::min(room.min.x + ui.theme.px(96), room.max.x), room.max.y}};
  number_field(ui, access, name, label, box, value, change);
  number_complaint(ui, access, pen, name);
  pen.take(ui.theme.px(8));
}

void formula_box(Ui& ui, Pen& pen, std::string_view formula) {
  const Theme& theme = ui.theme;
  const Box box = pen.take(theme.px(32));
  ImGui::GetWindowDrawList()->AddRectFilled(box.min, box.max, theme.colors().field, theme.px(5));
  const Box inner{{box.min.x + theme.px(10), box.min.y}, {box.max.x - theme.px(6), box.max.y}};
  const bool fits = text_size(theme, Face::kMono, formula).x <= inner.width();
  const Face face = fits ? Face::kMono : Face::kMonoSmall;
  text_in(ui, inner, face, theme.colors().text, shortened_in(ui, inner, face, formula), 0);
  pen.take(theme.px(8));
}

}  // namespace attn::ui
