#include "app/ui/window/history_panel.h"

#include <algorithm>
#include <string>

#include <GLFW/glfw3.h>

namespace attn::ui {
namespace {

std::string label_of(const Document& document, std::size_t step) {
  const std::string& label = document.steps()[step].label;
  if (step == 0 && document.let_go() > 0) return "Older steps were let go: they took too much";
  if (step == 0) return "As it was opened";
  return label.empty() ? "Change" : label;
}

/// "● 12  Change the temperature": the present step has the dot, those that were undone are faint.
void draw_step(Ui& ui, const Document& document, std::size_t step, const Box& line) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const bool is_present = step == document.position();
  const bool is_undone = step > document.position();
  const float middle = (line.min.y + line.max.y) / 2;
  if (is_present) {
    ImGui::GetWindowDrawList()->AddCircleFilled({line.min.x + theme.px(10), middle}, theme.px(4),
                                                palette.query);
  }
  const std::string number = std::to_string(step + document.let_go());
  const std::string widest = std::to_string(document.steps().size() + document.let_go());
  const float label_x = line.min.x + theme.px(32) + text_size(theme, Face::kMonoSmall, widest).x;
  text_in(ui, {{line.min.x, line.min.y}, {label_x - theme.px(10), line.max.y}}, Face::kMonoSmall,
          palette.faint, number, 1);
  const Box words{{label_x, line.min.y}, {line.max.x - theme.px(6), line.max.y}};
  const Face face = is_present ? Face::kMedium : Face::kBody;
  text_in(ui, words, face, is_undone ? palette.faint : palette.text,
          shortened_in(ui, words, face, label_of(document, step)), 0);
}

}  // namespace

void HistoryPanel::toggle(const Workspace& workspace) {
  is_open_ = !is_open_;
  position_ = workspace.document().position();
  lines_.mark(position_);
}

bool HistoryPanel::take(const KeyEvent& event, Workspace& workspace) {
  if (lines_.take(event, workspace.document().steps().size())) return true;
  if (event.is(GLFW_KEY_ENTER) || event.is(GLFW_KEY_KP_ENTER)) {
    if (lines_.marked) workspace.go_to(*lines_.marked);
  } else if (event.is(GLFW_KEY_ESCAPE) || event.is(GLFW_KEY_H, GLFW_MOD_CONTROL)) {
    is_open_ = false;
  } else {
    return !is_of_window(event);
  }
  return true;
}

void HistoryPanel::take_keys(Keyboard& keys, Workspace& workspace) {
  keys.take_each([&](const KeyEvent& event) { return is_open_ && take(event, workspace); });
}

void HistoryPanel::draw(Ui& ui, Workspace& workspace, const Box& room) {
  if (!is_open_) return;
  const Document& document = workspace.document();
  const std::size_t count = document.steps().size();
  if (position_ != document.position() || (lines_.marked && *lines_.marked >= count)) {
    position_ = document.position();
    lines_.mark(position_);
  }
  const float gap = ui.theme.px(10);
  const float width = std::min(ui.theme.px(380), room.width() - 2 * gap);
  const Box box{{room.min.x + (room.width() - width) / 2, room.min.y + gap},
                {room.min.x + (room.width() + width) / 2, room.max.y - gap}};
  const Box inside = begin_overlay(ui, "history", box, "History", is_open_);
  const auto click = lines_.draw(
      ui, "history.list", inside, count,
      [](std::size_t step) { return "history." + std::to_string(step); },
      [&](std::size_t step, const Box& line) { draw_step(ui, document, step, line); });
  end_overlay();
  if (click) workspace.go_to(click->line);
}

}  // namespace attn::ui
