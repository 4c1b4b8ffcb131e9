#include "app/ui/window/first_steps.h"

#include <array>
#include <string_view>

#include "app/document/files/settings.h"
#include "app/session/workspace/lesson_course.h"

namespace attn::ui {
namespace {

struct Pointer {
  std::string_view name, words;
  bool FirstSteps::*is_done;
  Source lit;
};

const std::array<Pointer, 3>& pointers() {
  static const std::array<Pointer, 3> all = {
      {{"first.number",
        "Change a number",
        &FirstSteps::number,
        {"embeddings", {}, {}, Side::kQuery}},
       {"first.temperature",
        "Drag the temperature",
        &FirstSteps::temperature,
        {"temperature.slider", {}, {}, Side::kQuery}},
       {"first.cell", "Click a cell", &FirstSteps::cell, {"weights", {}, {}, Side::kKey}}}};
  return all;
}

void look(const Workspace& workspace, FirstSteps& steps) {
  const Scene& now = workspace.scene();
  const Scene& first = workspace.document().steps().front().after;
  steps.number |= !(now.embeddings == first.embeddings) || !(now.values == first.values);
  steps.temperature |= now.normalizer.temperature != first.normalizer.temperature;
  const auto pinned = workspace.pinned();
  steps.cell |= pinned && pinned != parse_view(first.view).selection;
}

void forget(Workspace& workspace, std::optional<FirstSteps>& steps) {
  steps.reset();
  try {
    Settings settings = read_settings();
    settings.knows_first_steps = true;
    write_settings(settings);
  } catch (const std::exception& error) {
    workspace.message = "Not kept: " + std::string(error.what());
  }
}

/// "○ Change a number", or "● …" where it is done; answers where it ends.
float draw_pointer(Ui& ui, const Pointer& pointer, bool is_done, ImVec2 at, float height) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float width = text_size(theme, Face::kSmall, pointer.words).x + theme.px(18);
  const Box box{at, {at.x + width, at.y + height}};
  hit_area(ui, pointer.name, box);
  if (ImGui::IsItemHovered()) ui.highlight.light({pointer.lit});
  const ImVec2 center(at.x + theme.px(5), at.y + height / 2);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (is_done) {
    list->AddCircleFilled(center, theme.px(4), palette.good, 20);
  } else {
    list->AddCircle(center, theme.px(4), palette.query, 20, theme.px(1));
  }
  text_in(ui, {{at.x + theme.px(14), at.y}, box.max}, Face::kSmall,
          is_done ? palette.faint : palette.text, pointer.words, 0);
  return box.max.x;
}

}  // namespace

Box first_steps(Ui& ui, Workspace& workspace, const Box& box, std::optional<FirstSteps>& steps) {
  if (!steps || workspace.lesson || ui.theme.appearance().presenting) return box;
  look(workspace, *steps);
  if (steps->all()) {
    forget(workspace, steps);
    return box;
  }
  const Theme& theme = ui.theme;
  const float height = theme.px(26), top = box.min.y + theme.px(6);
  const Box rest{{box.min.x, top + height - theme.px(4)}, box.max};
  ImGui::GetWindowDrawList()->AddRectFilled(box.min, {box.max.x, rest.min.y},
                                            theme.colors().window);
  float x = box.min.x + theme.px(14);
  for (const Pointer& pointer : pointers()) {
    x = draw_pointer(ui, pointer, (*steps).*pointer.is_done, {x, top}, height) + theme.px(14);
  }
  float end = 0;
  const float y = top + (height - theme.line_height(Face::kSmall)) / 2;
  const bool starts = link(ui, "first.lesson", Face::kSmall, {x, y}, "Start lesson 1", end);
  const float close = box.max.x - theme.px(14) - text_size(theme, Face::kSmall, "×").x;
  const bool closes = link(ui, "first.close", Face::kSmall, {close, y}, "×", end);
  if (starts || closes) forget(workspace, steps);
  if (starts && !shipped_lessons().empty()) start_lesson(workspace, shipped_lessons()[0]);
  return rest;
}

}  // namespace attn::ui
