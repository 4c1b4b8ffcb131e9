#include "app/ui/window/overlays.h"

#include <GLFW/glfw3.h>

#include "app/document/edits/change_words.h"

namespace attn::ui {
namespace {

const std::string kUnnamed = "Change";

/// "Change the temperature: 1 → 0.5"
std::string label_of(const Document& document, std::size_t step) {
  const std::string& label = document.steps()[step].label;
  if (step == 0 && document.dropped_steps() > 0) return "Older steps were dropped to save memory";
  if (step == 0) return "As it was opened";
  const std::string& done = label.empty() ? kUnnamed : label;
  const std::string words =
      change_words(document.steps()[step - 1].after, document.steps()[step].after);
  return words.empty() ? done : done + ": " + words;
}

/// Line "● 12  Change the temperature": the dot marks the current step; undone steps are faint.
void draw_step(Ui& ui, const Document& document, std::size_t step, const Box& line) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const bool is_present = step == document.position();
  const bool is_undone = step > document.position();
  const float middle = (line.min.y + line.max.y) / 2;
  if (is_present) {
    imgui::list()->AddCircleFilled({line.min.x + theme.px(10), middle}, theme.px(4), palette.query);
  }
  const std::string number = std::to_string(step + document.dropped_steps());
  const std::string widest = std::to_string(document.steps().size() + document.dropped_steps());
  const float label_x = line.min.x + theme.px(32) + text_size(theme, Face::kMonoSmall, widest).x;
  text_in(ui, line.columns(line.min.x, label_x - theme.px(10)), Face::kMonoSmall, palette.faint,
          number, 1);
  const Box words = line.columns(label_x, line.max.x - theme.px(6));
  const Face face = is_present ? Face::kMedium : Face::kBody;
  cut_text_in(ui, words, face, is_undone ? palette.faint : palette.text, label_of(document, step));
}

}  // namespace

void HistoryPanel::toggle(const Workspace& workspace) {
  list_.toggle();
  follow(workspace.document());
}

void HistoryPanel::follow(const Document& document) {
  position_ = document.position();
  list_.mark(position_);
}

void HistoryPanel::take_keys(Keyboard& keys, Workspace& workspace) {
  keys.take_each([&](const KeyEvent& event) {
    if (list_.is_open() && event.is(GLFW_KEY_H, GLFW_MOD_CONTROL)) {
      list_.toggle();
      return true;
    }
    return list_.take_key(event, workspace.document().steps().size(),
                          [&](std::size_t step) { workspace.go_to(step); });
  });
}

void HistoryPanel::draw(Ui& ui, Workspace& workspace, const Box& room) {
  const Document& document = workspace.document();
  const std::size_t count = document.steps().size();
  if (position_ != document.position() || list_.marked().value_or(0) >= count) follow(document);
  const auto clicked = list_.draw(ui, room, count, [&](std::size_t step, const Box& line) {
    draw_step(ui, document, step, line);
  });
  if (clicked) workspace.go_to(*clicked);
}

}  // namespace attn::ui
