#include "app/ui/toolkit/link_row.h"

namespace attn::ui {

float LinkRow::line_height() const { return ui_.theme.line_height(Face::kSmall) + ui_.theme.px(6); }

/// Goes to the next line where `text` and `more` pixels do not fit on this one.
void LinkRow::make_room(std::string_view text, float more) {
  const float width = text_size(ui_.theme, Face::kSmall, text).x + more;
  if (x_ == pen_.at.x || x_ + width <= pen_.at.x + pen_.width) return;
  pen_.take(line_height());
  x_ = pen_.at.x;
}

void LinkRow::word(std::string_view text) {
  make_room(text, 0);
  x_ = draw_text(ImGui::GetWindowDrawList(), ui_.theme, Face::kSmall, {x_, pen_.at.y},
                 ui_.theme.colors().faint, text) +
       ui_.theme.px(10);
}

bool LinkRow::link(std::string_view name, std::string_view text) {
  make_room(text, 0);
  float end = x_;
  const bool clicked = ui::link(ui_, name, Face::kSmall, {x_, pen_.at.y}, text, end);
  x_ = end + ui_.theme.px(10);
  return clicked;
}

bool LinkRow::list_link(std::string_view name, std::string_view text) {
  const Theme& theme = ui_.theme;
  make_room(text, theme.px(12));
  float end = x_;
  const bool clicked = ui::link(ui_, name, Face::kSmall, {x_, pen_.at.y}, text, end);
  const float y = pen_.at.y + theme.line_height(Face::kSmall) / 2, tip = end + theme.px(7);
  ImGui::GetWindowDrawList()->AddTriangleFilled({tip - theme.px(3), y - theme.px(1)},
                                                {tip + theme.px(3), y - theme.px(1)},
                                                {tip, y + theme.px(3)}, theme.colors().secondary);
  x_ = tip + theme.px(13);
  return clicked;
}

void LinkRow::end() {
  pen_.take(line_height());
  x_ = pen_.at.x;
}

}  // namespace attn::ui
