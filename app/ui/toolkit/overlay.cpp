#include "app/ui/toolkit/overlay.h"

#include <algorithm>
#include <utility>

#include <GLFW/glfw3.h>

#include "engine/base/clamped.h"

namespace attn::ui {

Box begin_overlay(Ui& ui, std::string_view name, const Box& box, std::string_view title,
                  bool& is_open) {
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoScrollWithMouse |
                                      ImGuiWindowFlags_NoBackground;
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  // Covers the whole window to receive clicks outside the box.
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  ImGui::Begin(std::string(name).c_str(), nullptr, kFlags);
  ImGui::PushClipRect(box.min, box.max, true);
  ui.map.add(name, box.min, box.max);
  fill_box(box, palette.panel, theme.px(6));
  outline_box(box.within(1), palette.query, theme.px(6), theme.px(2));

  const float margin = theme.px(14);
  Pen pen{{box.min.x + margin, box.min.y + margin}, box.width() - 2 * margin};
  const float close_x = box.max.x - margin - text_size(theme, Face::kTitle, "×").x;
  if (link(ui, std::string(name) + ".close", Face::kTitle, {close_x, pen.at.y}, "×")) {
    is_open = false;
  }
  const float room = close_x - theme.px(8) - pen.at.x;
  draw_text(theme, Face::kTitle, pen.at, palette.text, shortened(theme, Face::kTitle, title, room));
  pen.take(theme.line_height(Face::kTitle) + theme.px(10));
  const bool is_outside = ImGui::IsWindowHovered() && !box.contains(ImGui::GetMousePos());
  if (is_outside && ImGui::IsMouseClicked(0)) is_open = false;
  return {pen.at, {box.max.x - margin, box.max.y - margin}};
}

bool is_of_window(const KeyEvent& event) {
  if (!event.text.empty()) return false;
  if (event.key >= GLFW_KEY_F1 && event.key <= GLFW_KEY_F25) return true;
  constexpr std::string_view kWithControl = "NOQSYZ";
  return (event.mods & GLFW_MOD_CONTROL) != 0 && event.key > 0 && event.key < 128 &&
         kWithControl.find(static_cast<char>(event.key)) != std::string_view::npos;
}

void end_overlay() {
  ImGui::PopClipRect();
  ImGui::End();
}

void LineList::mark(std::optional<std::size_t> line) {
  marked = line;
  reveals_ = true;
}

bool LineList::take_key(const KeyEvent& event, std::size_t count) {
  const auto walk = [&](std::ptrdiff_t by) {
    if (count == 0) return mark(std::nullopt);
    const auto last = static_cast<std::ptrdiff_t>(count) - 1;
    const std::ptrdiff_t unmarked = by > 0 ? -1 : last + 1;
    const auto from = marked ? static_cast<std::ptrdiff_t>(*marked) : unmarked;
    mark(static_cast<std::size_t>(clamped<std::ptrdiff_t>(from + by, 0, last)));
  };
  const auto page = static_cast<std::ptrdiff_t>(page_), all = static_cast<std::ptrdiff_t>(count);
  const std::pair<int, std::ptrdiff_t> steps[] = {
      {GLFW_KEY_UP, -1},          {GLFW_KEY_DOWN, 1},    {GLFW_KEY_PAGE_UP, -page},
      {GLFW_KEY_PAGE_DOWN, page}, {GLFW_KEY_HOME, -all}, {GLFW_KEY_END, all}};
  for (const auto& [key, by] : steps) {
    if (!event.is(key)) continue;
    walk(by);
    return true;
  }
  return false;
}

std::optional<LineList::Click> LineList::draw(
    Ui& ui, std::string_view name, const Box& box, std::size_t count,
    const std::function<std::string(std::size_t)>& name_of,
    const std::function<void(std::size_t, const Box&)>& draw_line) {
  const Theme& theme = ui.theme;
  const float height = theme.px(28);
  page_ = static_cast<std::size_t>(std::max(1.F, box.height() / height - 1));
  std::optional<Click> click;
  ImGui::SetCursorScreenPos(box.min);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild(std::string(name).c_str(), {box.width(), box.height()}, false,
                    ImGuiWindowFlags_NoNav);
  const float whole = height * static_cast<float>(count);
  if (std::exchange(reveals_, false) && marked) {
    const float top = height * static_cast<float>(*marked);
    const float scroll = ImGui::GetScrollY();
    if (top < scroll || top + height > scroll + box.height()) {
      ImGui::SetScrollY(
          clamped(top - (box.height() - height) / 2, 0.F, std::max(0.F, whole - box.height())));
    }
  }
  const float scroll = ImGui::GetScrollY();
  const float bar = whole > box.height() ? ImGui::GetStyle().ScrollbarSize : 0;
  const auto first = static_cast<std::size_t>(std::max(0.F, scroll / height));
  const auto last = std::min(
      count, static_cast<std::size_t>(std::max(0.F, (scroll + box.height()) / height)) + 1);
  for (std::size_t n = first; n < last; ++n) {
    const float top = box.min.y + height * static_cast<float>(n) - scroll;
    const Box line{{box.min.x, top}, {box.max.x - bar, top + height}};
    const bool clicked = hit_area(ui, name_of(n), line);
    const bool is_hovered = ImGui::IsItemHovered();
    // Four clicks are two double clicks in quick succession.
    const int pressed = is_hovered ? ImGui::GetMouseClickedCount(0) : 0;
    const bool twice = pressed > 0 && pressed % 2 == 0;
    if (clicked || twice) click = Click{n, twice};
    const bool is_marked = marked == n;
    if (is_marked || is_hovered) {
      fill_box(line, is_marked ? with_alpha(theme.colors().query, 0.18F) : theme.colors().hover,
               theme.px(4));
    }
    draw_line(n, line);
  }
  ImGui::SetCursorPos({0, whole});
  ImGui::Dummy({1, 0});
  ImGui::EndChild();
  ImGui::PopStyleVar();
  return click;
}

bool ListPanel::take_key(const KeyEvent& event, std::size_t count,
                         const std::function<void(std::size_t)>& choose) {
  if (!is_open_) return false;
  if (lines_.take_key(event, count)) return true;
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
