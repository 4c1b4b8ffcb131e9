#include <algorithm>
#include <string>

#include <GLFW/glfw3.h>

#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson_prediction.h"
#include "app/ui/lessons/lesson_views.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {
namespace {

constexpr float kOrderLine = 32, kGap = 4;

class OrderView {
 public:
  OrderView(Ui& ui, LessonAccess access, const Prediction& prediction)
      : ui_(ui),
        play_(access.lesson().play),
        order_(access.lesson_look().order),
        items_(prediction.items) {
    if (!play_.answer()) return;
    try {
      right_ = right_order(prediction, play_.facts_shown());
    } catch (const LessonError&) {
      right_.clear();
    }
  }

  void draw(Pen& pen) {
    const PredictionAnswer* answer = play_.answer();
    const std::vector<std::size_t> order = answer ? answer->order : order_;
    const float pitch = ui_.theme.px(kOrderLine + kGap);
    const Box all = pen.take(pitch * static_cast<float>(order.size()));
    for (std::size_t place = 0; place < order.size(); ++place) {
      const float y = all.min.y + pitch * static_cast<float>(place);
      const Box line{{all.min.x, y}, {all.max.x, y + ui_.theme.px(kOrderLine)}};
      const std::string name = "lesson.item." + std::to_string(order[place]);
      if (answer) {
        ui_.map.add(name, line.min, line.max);
        draw_line(line, place, order[place], false);
        continue;
      }
      hit_area(ui_, name, line);
      const bool is_held = ImGui::IsItemActive(), is_hovered = ImGui::IsItemHovered();
      if (is_held || is_hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
      if (is_held) {
        const float at = (ImGui::GetIO().MousePos.y - all.min.y) / pitch;
        move(place, static_cast<std::size_t>(
                        std::clamp(at, 0.F, static_cast<float>(order.size()) - 0.5F)));
      }
      if (has_keyboard(ui_, name, line)) take_keys(place);
      draw_line(line, place, order[place], is_held || is_hovered);
    }
  }

 private:
  void move(std::size_t from, std::size_t to) {
    const auto begin = order_.begin();
    const auto at = [&](std::size_t n) { return begin + static_cast<std::ptrdiff_t>(n); };
    if (from < to) std::rotate(at(from), at(from + 1), at(to + 1));
    if (to < from) std::rotate(at(to), at(from), at(from + 1));
  }

  void take_keys(std::size_t place) {
    if (place > 0 && ui_.keys.take(GLFW_KEY_UP)) move(place, place - 1);
    if (place + 1 < order_.size() && ui_.keys.take(GLFW_KEY_DOWN)) move(place, place + 1);
  }

  void draw_line(const Box& line, std::size_t place, std::size_t item, bool is_lifted) {
    const Theme& theme = ui_.theme;
    const Palette& palette = theme.colors();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const bool is_right = place < right_.size() && right_[place] == item;
    list->AddRectFilled(line.min, line.max, is_lifted ? palette.hover : palette.field, theme.px(6));
    imgui::stroke_rect(list, line.min, line.max, is_lifted ? palette.query : palette.hairline,
                       theme.px(6), 1);
    const float middle = (line.min.y + line.max.y) / 2;
    const Box number{{line.min.x + theme.px(10), line.min.y},
                     {line.min.x + theme.px(30), line.max.y}};
    text_in(ui_, number, Face::kBody, palette.secondary, std::to_string(place + 1), 0);
    Box words{{number.max.x, line.min.y}, {line.max.x - theme.px(34), line.max.y}};
    theme.need_glyphs(items_[item]);
    text_in(ui_, words, Face::kMedium, palette.text,
            shortened_in(ui_, words, Face::kMedium, items_[item]), 0);
    const ImVec2 mark(line.max.x - theme.px(18), middle);
    if (right_.empty()) return draw_grip(mark);
    if (is_right) return draw_ticked(list, theme, mark, theme.px(8), palette.good);
    const auto true_place = std::ranges::find(right_, item) - right_.begin();
    text_in(ui_, {line.min, {line.max.x - theme.px(10), line.max.y}}, Face::kBody, palette.warning,
            "place " + std::to_string(true_place + 1), 1);
  }

  /// Draws three lines: a grip.
  void draw_grip(ImVec2 middle) const {
    const Theme& theme = ui_.theme;
    for (const float y : {-theme.px(4), 0.F, theme.px(4)}) {
      ImGui::GetWindowDrawList()->AddLine({middle.x - theme.px(6), middle.y + y},
                                          {middle.x + theme.px(6), middle.y + y},
                                          theme.colors().faint, theme.px(1));
    }
  }

  Ui& ui_;
  const LessonPlay& play_;
  std::vector<std::size_t>& order_;
  const std::vector<std::string>& items_;
  std::vector<std::size_t> right_;
};

}  // namespace

void lesson_order(Ui& ui, LessonAccess access, Pen& pen, const Prediction& prediction) {
  OrderView(ui, access, prediction).draw(pen);
}

}  // namespace attn::ui
