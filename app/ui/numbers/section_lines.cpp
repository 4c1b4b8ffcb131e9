#include "app/ui/numbers/section_lines.h"

#include <algorithm>
#include <cmath>

#include "app/ui/theme/rich_text.h"
#include "app/ui/theme/text_flow.h"
#include "app/ui/theme/window_formulas.h"

namespace attn::ui {

float control_x(const Ui& ui, const Pen& pen) {
  return pen.at.x + ui.theme.px(pen.width < ui.theme.px(250) ? 70 : 86);
}

Box word_line(Ui& ui, Pen& pen, std::string_view word, float height) {
  const Box line = pen.take(height);
  const float x = control_x(ui, pen);
  const Box room{line.min, {x, line.max.y}};
  rich_in(ui, line, Face::kBody, ui.theme.colors().secondary,
          shortened_rich_in(ui, room, Face::kBody, word), 0);
  return {{x, line.min.y}, line.max};
}

Box list_line(Ui& ui, Pen& pen, std::string_view word, std::span<const std::string_view> labels) {
  const Theme& theme = ui.theme;
  float widest = 0;
  for (const std::string_view label : labels) {
    widest = std::max(widest, rich_size(theme, Face::kBody, label).x);
  }
  const float room = pen.at.x + pen.width - control_x(ui, pen);
  if (choice_width(theme, widest) <= room) return word_line(ui, pen, word, theme.px(30));
  const Box above = pen.take(theme.px(24));
  text_in(ui, above, Face::kBody, theme.colors().secondary, word, 0);
  return pen.take(theme.px(30));
}

void formula_box(Ui& ui, Pen& pen, std::string_view tex) {
  const Theme& theme = ui.theme;
  const float side = theme.px(10), rise = theme.px(9);
  FormulaStyle style = formula_style(theme, Face::kBody);
  style.display = true;
  style.size *= 1.1;
  style.width = static_cast<double>(pen.width - 2 * side);
  style = fitting_style(theme, tex, style);
  const SetFormula& set = theme.formulas().set(tex, style);
  const auto width = static_cast<float>(std::ceil(set.width));
  const auto height = static_cast<float>(std::ceil(set.height));
  const Box box = pen.take(std::max(theme.px(36), height + 2 * rise));
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, theme.colors().field, theme.px(6));
  const ImVec2 at(box.min.x + std::max(side, (box.width() - width) / 2),
                  box.min.y + (box.height() - height) / 2);
  theme.formulas().draw(list, at, tex, style, theme.colors());
  pen.take(theme.px(8));
}

}  // namespace attn::ui
