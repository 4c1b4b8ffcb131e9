#include "app/ui/window/first_steps.h"

#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "app/document/view/view_kinds.h"
#include "app/ui/window/kept_settings.h"

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

/// Stores that the hints are done, for the next start.
void keep_known(Workspace& workspace) {
  keep_setting(workspace,
               "Not saved: ", [](Settings& settings) { settings.knows_first_steps = true; });
}

/// Parts hidden until all controls are shown.
const std::set<std::string>& later_parts() {
  static const std::set<std::string> all = [] {
    std::set<std::string> parts = {"weights", "bias.scale", "mask", "heads", "position", "learn"};
    for (const ViewKind& kind : view_kinds()) {
      if (kind.id != ViewState{}.tab) parts.emplace(kind.part);
    }
    return parts;
  }();
  return all;
}

/// Hint "○ Change a number", or "● …" if done; returns its right end.
float draw_pointer(Ui& ui, const Pointer& pointer, bool is_done, ImVec2 at, float height) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float width = text_size(theme, Face::kSmall, pointer.words).x + theme.px(18);
  const Box box{at, {at.x + width, at.y + height}};
  hit_area(ui, pointer.name, box);
  if (ImGui::IsItemHovered()) ui.highlight.light({pointer.lit});
  const ImVec2 center(at.x + theme.px(5), at.y + height / 2);
  if (is_done) {
    imgui::list()->AddCircleFilled(center, theme.px(4), palette.good, 20);
  } else {
    imgui::list()->AddCircle(center, theme.px(4), palette.query, 20, theme.px(1));
  }
  text_in(ui, {{at.x + theme.px(14), at.y}, box.max}, Face::kSmall,
          is_done ? palette.faint : palette.text, pointer.words, 0);
  return box.max.x;
}

}  // namespace

Box first_steps(Ui& ui, Session& session, const Box& box, std::optional<FirstSteps>& steps) {
  Workspace& workspace = session.workspace;
  workspace.look.hidden_at_first.clear();
  if (!steps || workspace.is_lesson() || ui.theme.appearance().presenting) return box;
  if (steps->title.empty()) steps->title = workspace.scene().title;
  if (workspace.scene().title != steps->title) steps->shows_all = true;  // another scene is open
  look(workspace, *steps);
  if (steps->all() && !std::exchange(steps->is_known, true)) keep_known(workspace);
  if (!steps->shows_all) workspace.look.hidden_at_first = later_parts();
  const Theme& theme = ui.theme;
  const float height = theme.px(26), top = box.min.y + theme.px(6);
  const Box rest = box.below(top + height - theme.px(4));
  fill_box(box.above(rest.min.y), theme.colors().window);
  float x = box.min.x + theme.px(14);
  const float y = top + (height - theme.line_height(Face::kSmall)) / 2;
  if (steps->all()) {
    x = draw_text(theme, Face::kSmall, {x, y}, theme.colors().good, "That is how it works.") +
        theme.px(14);
  } else {
    for (const Pointer& pointer : pointers()) {
      x = draw_pointer(ui, pointer, (*steps).*pointer.is_done, {x, top}, height) + theme.px(14);
    }
  }
  float end = x;
  const bool starts = link(ui, "first.lesson", Face::kSmall, {x, y}, "Start lesson 1", end);
  const bool shows_all = !steps->shows_all && link(ui, "first.all", Face::kSmall,
                                                   {end + theme.px(20), y}, "Show all controls");
  const float close = box.max.x - theme.px(14) - text_size(theme, Face::kSmall, "×").x;
  const bool closes = link(ui, "first.close", Face::kSmall, {close, y}, "×");
  if (shows_all) steps->shows_all = true;
  const bool is_over = starts || closes || (steps->all() && steps->shows_all);
  if (is_over) {
    steps.reset();
    keep_known(workspace);
  }
  if (starts && !shipped_lessons().empty()) session.course.start(shipped_lessons()[0]);
  return rest;
}

}  // namespace attn::ui
