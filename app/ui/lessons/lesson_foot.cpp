#include <algorithm>

#include "app/ui/lessons/lesson_views.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {
namespace {

bool foot_button(Ui& ui, std::string_view name, const Box& box, std::string_view label,
                 bool is_next, bool is_enabled) {
  return word_button(ui, name, box, label, is_next, is_enabled, Face::kTextMedium);
}

/// The hint that can be requested now.
const std::vector<TextBlock>* hint_of(const LessonPlay& play) {
  if (play.is_asked()) return &play.step().prediction->hint;
  return play.goal() != nullptr ? &play.goal()->hint : nullptr;
}

/// Draws "Hint", then for a goal "Show me"; if neither remains "Back".
void left_button(Ui& ui, LessonAccess access, const Box& box, const LessonPlay& play,
                 bool is_done) {
  const std::vector<TextBlock>* hint = is_done ? nullptr : hint_of(play);
  if (access.lesson().way) {
    foot_button(ui, "lesson.way", box, "Look …", false, false);
  } else if (hint != nullptr && !hint->empty() && !access.lesson_look().shows_hint) {
    if (!foot_button(ui, "lesson.hint", box, "Hint", false, true)) return;
    access.lesson_look().shows_hint = true;
    access.lesson_look().reveals_end = 2;
  } else if (hint != nullptr && play.goal() != nullptr) {
    if (foot_button(ui, "lesson.way", box, "Show me", false, true)) {
      access.course.show_way(ImGui::GetTime());
    }
  } else {
    const bool is_start = access.course.is_at_start_of_step();
    const bool can = !is_start || play.at() > 0;
    if (foot_button(ui, "lesson.back", box, is_start ? "Back" : "Again", false, can)) {
      access.course.go_back();
    }
  }
}

}  // namespace

void lesson_foot(Ui& ui, LessonAccess access, const Box& box, const LessonPlay& play,
                 bool is_done) {
  const float gap = ui.theme.px(10);
  const Box left{box.min, {box.min.x + ui.theme.px(92), box.max.y}};
  const Box right{{left.max.x + gap, box.min.y}, box.max};
  const std::string_view label = !play.is_last()                    ? "Continue"
                                 : access.course.next().has_value() ? "Next lesson"
                                                                    : "Finish";
  if (!is_done) hit_area(ui, "lesson.next.waits", right);
  const bool goes_on = foot_button(ui, "lesson.next", right, label, true, is_done);
  left_button(ui, access, left, play, is_done);
  if (goes_on) access.course.go_on();
}

void draw_ticked(ImDrawList* list, const Theme& theme, ImVec2 center, float radius, ImU32 color) {
  list->AddCircleFilled(center, radius, color, 32);
  const ImVec2 tick[] = {{center.x - 0.45F * radius, center.y + 0.02F * radius},
                         {center.x - 0.1F * radius, center.y + 0.36F * radius},
                         {center.x + 0.46F * radius, center.y - 0.32F * radius}};
  const float line = std::max(1.F, 0.22F * radius);
  list->AddLine(tick[0], tick[1], theme.colors().on_accent, line);
  list->AddLine(tick[1], tick[2], theme.colors().on_accent, line);
}

void draw_ring(ImDrawList* list, const Theme& theme, ImVec2 center, float radius, ImU32 color) {
  list->AddCircle(center, radius - theme.px(1), color, 32, theme.px(2));
}

void lesson_rule(Ui& ui, Pen& pen) {
  const Theme& theme = ui.theme;
  pen.take(theme.px(6));
  const Box line = pen.take(theme.px(1));
  ImGui::GetWindowDrawList()->AddRectFilled(line.min, line.max, theme.colors().hairline);
  pen.take(theme.px(16));
}

}  // namespace attn::ui
