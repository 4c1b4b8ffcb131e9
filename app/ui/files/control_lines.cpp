#include "app/ui/files/control_lines.h"

#include <cmath>

namespace attn::ui {

Box ControlLines::next(std::string_view word) {
  const Theme& theme = ui_.theme;
  const Box line = pen_.take(theme.px(line_));
  pen_.take(theme.px(gap_));
  const float split = line.min.x + std::round(0.3F * line.width());
  const Box words{line.min, {split - theme.px(6), line.max.y}};
  text_in(ui_, words, Face::kSmall, theme.colors().secondary,
          shortened_in(ui_, words, Face::kSmall, word), 0);
  return {{split, line.min.y}, line.max};
}

bool ControlLines::list(std::string_view word, std::string_view name,
                        const std::vector<std::string>& labels, int& chosen) {
  const std::vector<std::string_view> views(labels.begin(), labels.end());
  const Box box = next(word);
  note_focus(name, box);
  return choice(ui_, name, box, views, chosen);
}

bool ControlLines::row(std::string_view word, std::string_view name,
                       std::span<const std::string_view> labels, int& chosen) {
  const Box box = next(word);
  note_focus(name, box);
  if (segmented_width(ui_.theme, labels) > box.width()) {
    return choice(ui_, name, box, labels, chosen);
  }
  return segmented(ui_, name, box.min, box.height(), labels, chosen);
}

bool ControlLines::either(std::string_view word, std::string_view name, std::string_view first,
                          std::string_view second, bool& is_first) {
  const std::string_view labels[] = {first, second};
  int chosen = is_first ? 0 : 1;
  const bool is_other = row(word, name, labels, chosen);
  is_first = chosen == 0;
  return is_other;
}

void ControlLines::field(std::string_view name, const Box& box, std::string& text,
                         std::string_view usual) {
  note_focus(name, box);
  const TextEdit edit = text_field(ui_, name, box, Face::kBody, text);
  if (edit.changed) text = edit.text;
  if (!text.empty() || edit.active) return;
  const Box inner{{box.min.x + ui_.theme.px(9), box.min.y}, box.max};
  text_in(ui_, inner, Face::kSmall, ui_.theme.colors().faint,
          shortened(ui_.theme, Face::kSmall, usual, inner.width()), 0);
}

void ControlLines::pair(std::string_view word, std::string_view first, std::string& a,
                        std::string_view between, std::string_view second, std::string& b,
                        std::string_view usual, std::string_view usual_second) {
  const Box box = next(word);
  const float gap = text_size(ui_.theme, Face::kSmall, between).x + ui_.theme.px(12);
  const float width = std::floor((box.width() - gap) / 2);
  field(first, {box.min, {box.min.x + width, box.max.y}}, a, usual);
  text_in(ui_, {{box.min.x + width, box.min.y}, {box.max.x - width, box.max.y}}, Face::kSmall,
          ui_.theme.colors().secondary, between, 0.5F);
  field(second, {{box.max.x - width, box.min.y}, box.max}, b,
        usual_second.empty() ? usual : usual_second);
}

/// Controls of one row have the row's name as prefix.
void ControlLines::note_focus(std::string_view name, const Box& box) {
  if (ui_.focus.name().starts_with(name)) focused = box;
}

}  // namespace attn::ui
