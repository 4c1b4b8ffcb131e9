#include <string>

#include <GLFW/glfw3.h>

#include "app/document/numbers.h"
#include "app/document/scene_file.h"
#include "app/ui/panels.h"
#include "assets/assets.h"

namespace attn::ui {
namespace {

/// A menu's line. True when it is chosen.
bool item(Ui& ui, const std::string& name, const std::string& label, const char* keys = nullptr,
          bool enabled = true) {
  const bool chosen = ImGui::MenuItem(label.c_str(), keys, false, enabled);
  ui.map.add("menu." + name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  return chosen;
}

bool begin_menu(Ui& ui, const char* label) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.theme.px(10), ui.theme.px(10)});
  const bool open = ImGui::BeginMenu(label);
  ImGui::PopStyleVar();
  if (!open)
    ui.map.add("menu." + std::string(label), ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  return open;
}

void file_menu(Ui& ui, Session& session) {
  if (!begin_menu(ui, "File")) return;
  if (item(ui, "save", "Save", "Ctrl+S")) session.save();
  if (item(ui, "quit", "Quit", "Ctrl+Q")) {
    glfwSetWindowShouldClose(glfwGetCurrentContext(), GLFW_TRUE);
  }
  ImGui::EndMenu();
}

void edit_menu(Ui& ui, Session& session, Overlays& overlays) {
  if (!begin_menu(ui, "Edit")) return;
  const Document& document = session.document();
  const auto with = [](const char* verb, const std::string& label) {
    return label.empty() ? std::string(verb) : verb + std::string(": ") + label;
  };
  if (item(ui, "undo", with("Undo", document.undo_label()), "Ctrl+Z", document.can_undo())) {
    session.undo();
  }
  if (item(ui, "redo", with("Redo", document.redo_label()), "Ctrl+Shift+Z", document.can_redo())) {
    session.redo();
  }
  if (item(ui, "history", "History", "Ctrl+H")) overlays.history.toggle(session);
  ImGui::EndMenu();
}

void open_example(Session& session, const Asset& example) {
  try {
    session.open(parse_scene(example.bytes), "");
  } catch (const SceneError& error) {
    session.message = std::string(example.path) + ": " + error.problem().text;
  }
}

void examples_menu(Ui& ui, Session& session) {
  if (!begin_menu(ui, "Examples")) return;
  int number = 0;
  for (const Asset& one : assets()) {
    if (!one.path.starts_with("assets/examples/")) continue;
    const std::string title = parse_scene(one.bytes).title;
    if (item(ui, "example." + std::to_string(number++), title)) open_example(session, one);
  }
  ImGui::EndMenu();
}

void status(Ui& ui, Session& session, float height) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::string time = "Eigen · " + brief(session.evaluation().seconds * 1e3, 2) + " ms";
  const ImVec2 size = text_size(theme, Face::kSmall, time);
  const float right = ImGui::GetIO().DisplaySize.x - theme.px(14);
  const Box pill{{right - size.x - theme.px(20), (height - theme.px(22)) / 2},
                 {right, (height + theme.px(22)) / 2}};
  list->AddRectFilled(pill.min, pill.max, palette.good_back, theme.px(11));
  text_in(ui, pill, Face::kSmall, palette.good, time, 0.5F);

  const std::string title = session.scene().title + (session.document().is_changed() ? " *" : "");
  const std::string shown = shortened(theme, Face::kSmall, title, pill.min.x * 0.4F);
  const Box words{{0, 0}, {pill.min.x - theme.px(14), height}};
  text_in(ui, words, Face::kSmall, palette.faint, shown, 1);
}

}  // namespace

float menu_bar(Ui& ui, Session& session, Overlays& overlays) {
  const Theme& theme = ui.theme;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {theme.px(8), theme.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {theme.px(16), theme.px(8)});
  float height = 0;
  if (ImGui::BeginMainMenuBar()) {
    height = ImGui::GetWindowHeight();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const std::string_view name = "Attentoscope";
    const float top = (height - theme.line_height(Face::kTitle)) / 2;
    const float end =
        draw_text(list, theme, Face::kTitle, {theme.px(14), top}, theme.colors().text, name);
    ImGui::SetCursorPosX(end + theme.px(12));
    file_menu(ui, session);
    edit_menu(ui, session, overlays);
    examples_menu(ui, session);
    status(ui, session, height);
    list->AddLine({0, height - 1}, {ImGui::GetIO().DisplaySize.x, height - 1},
                  theme.colors().hairline);
    ImGui::EndMainMenuBar();
  }
  ImGui::PopStyleVar(2);
  return height;
}

}  // namespace attn::ui
