#include "app/ui/window/menu_bar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <GLFW/glfw3.h>

#include "app/document/files/memory_limit.h"
#include "app/document/files/recent_files.h"
#include "app/document/files/utf8.h"
#include "app/document/numbers/numbers.h"
#include "app/document/scene_file/scene_code.h"
#include "app/document/shelf/example_shelf.h"
#include "app/document/view/view_kinds.h"
#include "app/figure/numbers/evaluated_scene.h"
#include "app/session/evaluation/backends.h"
#include "app/session/words/window_parts.h"
#include "app/ui/lessons/lesson_panel.h"
#include "app/ui/toolkit/menu_item.h"
#include "app/ui/toolkit/ui.h"
#include "app/ui/toolkit/widgets.h"
#include "app/ui/window/kept_settings.h"
#include "app/ui/window/type_size.h"
#include "engine/base/clamped.h"
#include "engine/base/problem.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

std::string time_words(double seconds) {
  const double ms = seconds * 1e3;
  return (ms < 100 ? brief(ms, 2) : fixed(ms, 0)) + " ms";
}

/// Maximal line width of a menu next to the current one. A wider one would cover it and take its
/// clicks.
float width_beside_menu(const Theme& theme) {
  const float menu_end = ImGui::GetWindowPos().x + ImGui::GetWindowWidth();
  const float room = ImGui::GetIO().DisplaySize.x - menu_end - theme.px(76);
  return clamped(room, theme.px(120), theme.px(480));
}

/// Label "scene.attn.json — /home/ada/lesson"
std::string recent_label(const std::string& path) {
  const std::filesystem::path file(path);
  const std::string label = file.filename().string() + " — " + file.parent_path().string();
  return shown(valid_utf8(label), 1000);
}

void recent_menu(Ui& ui, Session& session, Overlays& overlays) {
  const float width = width_beside_menu(ui.theme);
  if (!begin_submenu(ui, "Recent")) return;
  if (ImGui::IsWindowAppearing()) overlays.recent = recent_files();
  for (std::size_t n = 0; n < overlays.recent.size(); ++n) {
    const std::string label =
        shortened(ui.theme, Face::kBody, recent_label(overlays.recent[n]), width);
    if (!menu_item(ui, "recent." + std::to_string(n), label)) continue;
    const std::string path = overlays.recent[n];
    session.files.when_it_answers(path, [&session, path] { session.files.open_file(path); });
  }
  if (overlays.recent.empty()) menu_item(ui, "recent.none", "None yet", nullptr, false);
  ImGui::EndMenu();
}

/// Scenes that other programs sent.
void received_menu(Ui& ui, Session& session) {
  const float width = width_beside_menu(ui.theme);  // beside the File menu, not its own
  if (session.files.received().empty() || !begin_submenu(ui, "Received")) return;
  std::optional<std::size_t> chosen;
  for (std::size_t n = 0; n < session.files.received().size(); ++n) {
    const Files::Received& item = session.files.received()[n];
    const std::string label = shortened(ui.theme, Face::kBody, shown(item.name, 60), width);
    if (menu_item(ui, "received." + std::to_string(n), label, nullptr, true,
                  item.document == session.files.document_number())) {
      chosen = n;
    }
  }
  if (chosen) session.files.open_received(*chosen);
  ImGui::EndMenu();
}

/// Unsaved networks that were left by training others.
void left_networks_menu(Ui& ui, Session& session, Desks& desks, TrainingDesk& training) {
  const std::vector<std::string> labels = training.left_networks();
  for (std::size_t n = 0; n < labels.size(); ++n) {
    const std::string label =
        shortened(ui.theme, Face::kBody, "Network: " + labels[n], width_beside_menu(ui.theme));
    if (!menu_item(ui, "unsaved.network." + std::to_string(n), label)) continue;
    training.bring_back(n);
    desks.show(Desk::kTrain, session);
  }
}

/// Unsaved scenes that were left by opening others, and networks.
void left_menu(Ui& ui, Session& session, Desks& desks) {
  const float width = width_beside_menu(ui.theme);
  TrainingDesk* const training = desks.train.desk();
  const bool has_networks = training != nullptr && !training->left_networks().empty();
  if (session.files.left_work().size() == 0 && !has_networks) return;
  if (!begin_submenu(ui, "Unsaved")) return;
  std::optional<std::size_t> chosen;
  for (std::size_t n = 0; n < session.files.left_work().size(); ++n) {
    const LeftWork::Item& work = session.files.left_work()[n];
    const std::string& title = work.document.scene().title;
    const std::string label = (title.empty() ? "Untitled" : shown(title, 60)) +
                              (work.document.undo_label().empty() ? "" : " — ") +
                              work.document.undo_label();
    if (menu_item(ui, "unsaved." + std::to_string(n),
                  shortened(ui.theme, Face::kBody, label, width)))
      chosen = n;
  }
  if (chosen) session.files.bring_back(*chosen);
  if (has_networks) left_networks_menu(ui, session, desks, *training);
  ImGui::EndMenu();
}

void file_menu(Ui& ui, Session& session, Overlays& overlays, Desks& desks) {
  Workspace& workspace = session.workspace;
  if (!begin_bar_menu(ui, "File")) return;
  if (menu_item(ui, "new", "New", "Ctrl+N")) session.files.open_new();
  if (menu_item(ui, "open", "Open …", "Ctrl+O")) overlays.browser.open_any(workspace);
  recent_menu(ui, session, overlays);
  left_menu(ui, session, desks);
  received_menu(ui, session);
  if (desks.shown == Desk::kTrain) {
    if (menu_item(ui, "save", "Save the network …", "Ctrl+S")) desks.wants_network = true;
  } else {
    if (menu_item(ui, "save", "Save", "Ctrl+S")) overlays.save(session);
    if (menu_item(ui, "save-as", "Save as …", "Ctrl+Shift+S")) {
      overlays.browser.save_scene(workspace);
    }
  }
  if (desks.shown == Desk::kScene && menu_item(ui, "title", "Title …")) overlays.title.start();
  if (menu_item(ui, "copy-link", "Copy as link")) copy_as_link(workspace);
  if (menu_item(ui, "open-link", "Open copied link", "Ctrl+V")) open_copied_link(session, true);
  if (menu_item(ui, "export", "Export …", "Ctrl+E")) workspace.look.wants_export = true;
  if (menu_item(ui, "copy-picture", "Copy picture", "Ctrl+Shift+C"))
    workspace.look.wants_copy = true;
  if (menu_item(ui, "add-panel", "Add to figure", "Ctrl+Shift+E")) {
    workspace.look.wants_panel = true;
  }
  const std::size_t panels = session.files.figure.figure().panels.size();
  const std::string figure =
      panels == 0 ? "Figure …" : "Figure: " + counted(panels, "panel") + " …";
  if (menu_item(ui, "figure", figure, "Ctrl+Shift+F")) workspace.look.wants_figure = true;
  if (menu_item(ui, "quit", "Quit", "Ctrl+Q")) {
    glfwSetWindowShouldClose(glfwGetCurrentContext(), GLFW_TRUE);
  }
  ImGui::EndMenu();
}

/// Edit menu of the current desk: the run on the Train desk, else the scene.
void edit_menu(Ui& ui, Workspace& workspace, Overlays& overlays, TrainingDesk* training) {
  if (!begin_bar_menu(ui, "Edit")) return;
  const Document& document = workspace.document();
  const auto with = [](const char* verb, const std::string& label) {
    return label.empty() ? std::string(verb) : verb + std::string(": ") + label;
  };
  if (training != nullptr) {
    const std::string undone = training->can_undo() ? training->undo_words() : "";
    const std::string redone = training->can_redo() ? training->redo_words() : "";
    if (menu_item(ui, "undo", with("Undo", undone), "Ctrl+Z", training->can_undo())) {
      training->undo();
    }
    if (menu_item(ui, "redo", with("Redo", redone), "Ctrl+Shift+Z", training->can_redo())) {
      training->redo();
    }
    ImGui::EndMenu();
    return;
  }
  if (menu_item(ui, "undo", with("Undo", document.undo_label()), "Ctrl+Z", document.can_undo())) {
    workspace.undo();
  }
  if (menu_item(ui, "redo", with("Redo", document.redo_label()), "Ctrl+Shift+Z",
                document.can_redo())) {
    workspace.redo();
  }
  if (menu_item(ui, "history", "History", "Ctrl+H")) overlays.history.toggle(workspace);
  ImGui::EndMenu();
}

/// Label "Eigen · 0.2 ms" with the last duration.
std::string backend_label(const Backends& backends, Backend backend) {
  if (backend == Backend::kAuto) return "Auto";
  const std::string name = backend == Backend::kGlsl ? "GLSL" : "Eigen";
  if (backend == Backend::kGlsl && !backends.trouble().empty()) {
    return name + " · " + shown(backends.trouble(), 60);
  }
  const auto seconds = backends.seconds(backend);
  return seconds ? name + " · " + time_words(*seconds) : name;
}

/// Menu of backends with their last durations.
void backend_menu(Ui& ui, Session& session) {
  if (session.backends == nullptr || !begin_submenu(ui, "Backend")) return;
  Backends& backends = *session.backends;
  for (const auto& [backend, name] :
       {std::pair{Backend::kAuto, "auto"}, std::pair{Backend::kEigen, "eigen"},
        std::pair{Backend::kGlsl, "glsl"}}) {
    const std::string label = backend_label(backends, backend);
    ui.theme.need_glyphs(label);
    ui.map.say("menu.backend." + std::string(name), label);
    const bool can = backend != Backend::kGlsl || backends.trouble().empty();
    if (!menu_item(ui, "backend." + std::string(name), label, nullptr, can,
                   backends.chosen() == backend)) {
      continue;
    }
    backends.choose(backend);
    backends.prepare();
    keep_setting(session.workspace, "The backend was not saved: ",
                 [chosen = backend](Settings& settings) { settings.backend = chosen; });
    session.workspace.evaluate_again();
  }
  ImGui::EndMenu();
}

/// Menu "Show": visible parts of the window in presenter mode.
void show_menu(Ui& ui, Workspace& workspace, Overlays& overlays) {
  if (!begin_submenu(ui, "Show")) return;
  const auto& hidden = workspace.look.hidden_from_class;
  const bool is_whole =
      hidden.empty() && (workspace.is_lesson() || workspace.look.view.hidden.empty());
  const WindowPreset* now = preset_that_hides(hidden);
  for (const WindowPreset& preset : window_presets()) {
    const bool holds = &preset == now && (is_whole || !preset.hidden.empty());
    if (menu_item(ui, "show." + std::string(preset.id), std::string(preset.label), nullptr, true,
                  holds)) {
      if (!workspace.is_lesson()) workspace.look.view.hidden.clear();
      workspace.look.hide_from_class(preset.hidden);
    }
  }
  if (menu_item(ui, "parts", "Choose …", nullptr, true, now == nullptr)) overlays.parts.toggle();
  ImGui::EndMenu();
}

/// Reminder in the bar while parts are hidden; a click opens the choice.
float hidden_mark(Ui& ui, const Workspace& workspace, Overlays& overlays, float left,
                  float height) {
  const auto& hidden = workspace.look.hidden_from_class;
  if (hidden.empty() || workspace.look.stage) return left;
  const Theme& theme = ui.theme;
  const WindowPreset* preset = preset_that_hides(hidden);
  const std::string words = preset != nullptr ? "Shown: " + std::string(preset->label)
                                              : counted(hidden.size(), "part") + " hidden";
  const ImVec2 size = text_size(theme, Face::kSmall, words);
  const Box chip{{left, (height - theme.px(22)) / 2},
                 {left + size.x + theme.px(20), (height + theme.px(22)) / 2}};
  if (button_area(ui, "shown", chip)) overlays.parts.toggle();
  const Palette& palette = theme.colors();
  outline_box(chip, palette.warning, theme.px(11));
  text_in(ui, chip, Face::kSmall, palette.warning, words, 0.5F);
  ui.map.say("shown", words);
  return chip.max.x + theme.px(10);
}

/// Menu of all views, for narrow windows too.
void views_menu(Ui& ui, Workspace& workspace) {
  if (!begin_submenu(ui, "Views")) return;
  ViewState& view = workspace.look.view;
  const ViewKind& now = view_kind(view);
  for (const ViewKind& kind : view_kinds()) {
    if (workspace.look.is_hidden(std::string(kind.part))) continue;
    if (menu_item(ui, "view." + std::string(kind.id), std::string(kind.label), nullptr, true,
                  &kind == &now)) {
      view.tab = kind.id;
    }
  }
  ImGui::EndMenu();
}

void view_menu(Ui& ui, Session& session, Overlays& overlays) {
  if (!begin_bar_menu(ui, "View")) return;
  Appearance appearance = ui.theme.appearance();
  if (menu_item(ui, "theme", appearance.dark ? "Light theme" : "Dark theme")) {
    appearance.dark = !appearance.dark;
    ui.theme.set_appearance(appearance);
    keep_setting(session.workspace, "The theme was not saved: ", [&](Settings& settings) {
      settings.dark = appearance.dark;
    });
  }
  if (menu_item(ui, "present", appearance.presenting ? "Leave presenter mode" : "Presenter mode",
                "F5")) {
    toggle_presenting(ui);
  }
  const bool is_full = ui.fills_screen.in(appearance);
  if (menu_item(ui, "full-screen", "Full screen", "F11", true, is_full)) toggle_full_screen(ui);
  type_size_menu(ui, session.workspace);
  bool& shows_slope = session.workspace.look.slope.is_on;
  if (menu_item(ui, "slope", "Slopes of the numbers", "G", true, shows_slope)) {
    shows_slope = !shows_slope;
  }
  views_menu(ui, session.workspace);
  show_menu(ui, session.workspace, overlays);
  backend_menu(ui, session);
  ImGui::EndMenu();
}

void help_menu(Ui& ui, Overlays& overlays) {
  if (!begin_bar_menu(ui, "Help")) return;
  if (menu_item(ui, "guide", "Guide")) overlays.guide.open(ui);
  if (menu_item(ui, "keys", "Keys", "F1")) overlays.keys = true;
  ImGui::EndMenu();
}

void examples_menu(Ui& ui, Session& session) {
  if (!begin_bar_menu(ui, "Examples")) return;
  const std::vector<Scene>& scenes = example_shelf().scenes;
  float width = 0;
  for (const Scene& one : scenes) {
    width = std::max(width, text_size(ui.theme, Face::kBody, one.title).x);
  }
  menu_columns(ui, example_shelf().groups, width + ui.theme.px(30), [&](std::size_t n) {
    if (menu_item(ui, "example." + std::to_string(n), scenes[n].title)) {
      session.files.open(scenes[n], "");
    }
  });
  ImGui::EndMenu();
}

/// Text of the status: backend and duration of the evaluation, or progress of what is awaited.
std::string status_words(Ui& ui, const Session& session) {
  const Workspace& workspace = session.workspace;
  constexpr double kNoticed = 0.2, kLong = 1;
  const double reading =
      std::max(session.course.seconds_reading(), session.files.seconds_waiting());
  const double waited = std::max(workspace.evaluated().seconds_behind(), reading);
  if (workspace.evaluated().is_behind() || reading > 0) {
    ui.wake_in(waited < kNoticed ? kNoticed - waited : 0.25);
  }
  if (reading >= kNoticed) return "reading the file…";
  if (!workspace.evaluated().is_behind() || waited < kNoticed) {
    const std::string_view maker =
        session.backends ? session.backends->backend_name_of(workspace.evaluated().shared())
                         : "Eigen";
    return std::string(maker) + " · " + time_words(workspace.evaluation().seconds);
  }
  std::string words = workspace.opening() ? "opening" : "computing";
  constexpr double kLarge = 100e6;
  if (const Scene* scene = workspace.opening()) {
    const double needed = bytes_in_window(*scene);
    if (needed >= kLarge) words += " · needs " + memory_words(needed);
  }
  if (waited < kLong) return words + "…";
  const auto part = workspace.evaluated().part_done();
  return words + " · " + (part ? fixed(100 * *part, 0) + " %" : fixed(waited, 0) + " s");
}

/// Choice "Scene | Train", and "Layers" for imported attention, centred if there is room; returns
/// its right end.
float desk_choice(Ui& ui, Session& session, Desks& desks, float left, float height) {
  if (session.workspace.is_lesson()) return left;
  const Theme& theme = ui.theme;
  constexpr std::array<std::string_view, 3> kLabels = {"Scene", "Train", "Layers"};
  const std::span<const std::string_view> labels =
      std::span(kLabels).first(session.files.imports.imported() != nullptr ? 3 : 2);
  const float width = segmented_width(theme, labels), high = theme.px(24);
  // In a narrow window the title needs the room.
  const float whole = ImGui::GetIO().DisplaySize.x;
  const float middle = whole < theme.px(1200) ? 0 : (whole - width) / 2;
  const float x = std::round(std::max(middle, left + theme.px(6)));
  int chosen = static_cast<int>(desks.shown);
  ui.focus.lock(true);  // has shortcuts like menus: Ctrl+1, Ctrl+2, Ctrl+3
  const bool is_other =
      segmented(ui, "desk", {x, std::round((height - high) / 2)}, high, labels, chosen);
  ui.focus.lock(false);
  if (is_other) desks.show(static_cast<Desk>(chosen), session);
  return x + width + theme.px(10);
}

/// Duration of an evaluation or a step, on a pill at the right end of the bar. Returns the room for
/// words between `left` and it.
Box time_pill(Ui& ui, const std::string& time, float left, float height, ImU32 back, ImU32 ink) {
  const Theme& theme = ui.theme;
  ui.map.say("backend", time);
  const ImVec2 size = text_size(theme, Face::kSmall, time);
  const float right = ImGui::GetIO().DisplaySize.x - theme.px(14);
  const Box pill{{right - size.x - theme.px(20), (height - theme.px(22)) / 2},
                 {right, (height + theme.px(22)) / 2}};
  fill_box(pill, back, theme.px(11));
  text_in(ui, pill, Face::kSmall, ink, time, 0.5F);
  return {{left, 0}, {pill.min.x - theme.px(14), height}};
}

/// Task being trained, and duration of a step.
void training_status(Ui& ui, const TrainingDesk& desk, float left, float height) {
  const Palette& palette = ui.theme.colors();
  const double seconds = desk.seconds_per_step();
  const std::string time = seconds > 0 ? "Eigen · " + time_words(seconds) + " a step" : "Eigen";
  const bool is_good = !desk.history().failed_at && desk.problem().empty();
  const Box words = time_pill(ui, time, left, height,
                              is_good ? palette.good_back : with_alpha(palette.key, 0.12F),
                              is_good ? palette.good : palette.key);
  const LearningTask& task = *desk.plan().task;
  const std::string ways[] = {std::string(task.says), std::string(task.label)};
  fitted_text_in(ui, words, Face::kSmall, palette.faint, ways, 1);
}

/// Title of the scene in `box`, which is a field after a click or File → Title.
void title_in_bar(Ui& ui, Workspace& workspace, TitleEdit& edit, Box box) {
  const Scene& scene = workspace.scene();
  if (!edit.is_open) {
    const std::string mark = workspace.document().is_changed() ? " *" : "";
    const std::string ways[] = {attn::shown(scene.title, 300) + mark, mark.empty() ? "" : "*"};
    const float wide = std::min(box.width(), text_size(ui.theme, Face::kSmall, ways[0]).x);
    ui.focus.lock(true);  // File → Title is the way by keys
    if (button_area(ui, "title", box.right_of(box.max.x - wide))) edit.start();
    ui.focus.lock(false);
    ui.map.say("title", ways[0]);
    fitted_text_in(ui, box, Face::kSmall, ui.theme.colors().faint, ways, 1);
    return;
  }
  box.min.x = std::min(box.min.x, box.max.x - ui.theme.px(240));
  box = box.rows(box.min.y + ui.theme.px(4), box.max.y - ui.theme.px(4));
  // A window of its own: items of a menu bar cannot be given the keyboard.
  ImGui::SetNextWindowPos(box.min);
  ImGui::SetNextWindowSize({box.width(), box.height()});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin("title", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
  constexpr int kFramesToFocus = 3;  // a menu that closes takes the keyboard once more
  const bool is_asked = !edit.was_active && edit.frames++ % kFramesToFocus == 0;
  if (is_asked) imgui::give_keyboard_to_next();
  if (!edit.was_active) ui.wake_at = ImGui::GetTime();
  const TextEdit typed = text_field(ui, "title.field", box, Face::kBody, scene.title);
  ImGui::End();
  ImGui::PopStyleVar();
  if (typed.changed) {
    workspace.edit("title", "Change the title", "title",
                   [&](Scene& changed) { changed.title = typed.text; });
  }
  edit.is_open = typed.active || !edit.was_active;
  edit.was_active |= typed.active;
  if (!edit.is_open) workspace.end_gesture();
}

/// Status at the right end of the bar, from `left` on.
void status(Ui& ui, Session& session, TitleEdit& title, float left, float height) {
  Workspace& workspace = session.workspace;
  const Palette& palette = ui.theme.colors();
  const Box words =
      time_pill(ui, status_words(ui, session), left, height, palette.good_back, palette.good);
  if (const gl::Device* device = workspace.device()) {
    ui.map.say("pairs-read", std::to_string(device->pairs_read()));
  }
  title_in_bar(ui, workspace, title, words);
}

/// Link for leaving a lesson, at the right end instead of the status: a lesson's scene is not the
/// user's.
void leave_link(Ui& ui, Session& session, float height) {
  const Theme& theme = ui.theme;
  constexpr std::string_view kWords = "Leave the lesson  ×";
  const ImVec2 size = text_size(theme, Face::kBody, kWords);
  const float right = ImGui::GetIO().DisplaySize.x - theme.px(18);
  const float y = (height - size.y) / 2;
  if (link(ui, "lesson.leave", Face::kBody, {right - size.x, y}, kWords)) {
    return session.course.leave();
  }
  const LessonSession& lesson = *session.course.lesson();
  if (!lesson.play.step().stage || !lesson.shows_all) return;
  constexpr std::string_view kStage = "Show this step";
  const float width = text_size(theme, Face::kBody, kStage).x;
  if (link(ui, "stage.all", Face::kBody, {right - size.x - theme.px(28) - width, y}, kStage)) {
    session.course.show_all_controls(false);
  }
}

/// Size as "1.2 KB"
std::string size_words(std::size_t bytes) {
  const double kilobytes = static_cast<double>(bytes) / 1024;
  return (kilobytes < 10 ? brief(kilobytes, 2) : fixed(kilobytes, 0)) + " KB";
}

}  // namespace

void toggle_presenting(Ui& ui) {
  Appearance appearance = ui.theme.appearance();
  appearance.presenting = !appearance.presenting;
  ui.theme.set_appearance(appearance);
  ui.presented_since = ImGui::GetTime();
}

void toggle_full_screen(Ui& ui) {
  bool& is_full = ui.fills_screen.in(ui.theme.appearance());
  is_full = !is_full;
}

float menu_bar(Ui& ui, Session& session, Overlays& overlays, Desks& desks) {
  Workspace& workspace = session.workspace;
  const Theme& theme = ui.theme;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {theme.px(8), theme.px(8)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {theme.px(16), theme.px(8)});
  float height = 0;
  if (ImGui::BeginMainMenuBar()) {
    height = ImGui::GetWindowHeight();
    const std::string_view name = "Attentoscope";
    const float top = (height - theme.line_height(Face::kTitle)) / 2;
    const float end =
        draw_text(theme, Face::kTitle, {theme.px(14), top}, theme.colors().text, name);
    ImGui::SetCursorPosX(end + theme.px(12));
    file_menu(ui, session, overlays, desks);
    TrainingDesk* const training = desks.shown == Desk::kTrain ? desks.train.desk() : nullptr;
    edit_menu(ui, workspace, overlays, training);
    view_menu(ui, session, overlays);
    examples_menu(ui, session);
    if (lessons_menu(ui, session.course)) overlays.browser.open_lesson(workspace);
    help_menu(ui, overlays);
    float rest =
        hidden_mark(ui, workspace, overlays, ImGui::GetCursorScreenPos().x + theme.px(8), height);
    rest = desk_choice(ui, session, desks, rest, height);
    if (training != nullptr) {
      training_status(ui, *training, rest, height);
    } else if (workspace.is_lesson()) {
      ui.map.say("backend", status_words(ui, session));
      leave_link(ui, session, height);
    } else {
      status(ui, session, overlays.title, rest, height);
    }
    imgui::list()->AddLine({0, height - 1}, {ImGui::GetIO().DisplaySize.x, height - 1},
                           theme.colors().hairline);
    ImGui::EndMainMenuBar();
  }
  ImGui::PopStyleVar(2);
  return height;
}

void copy_as_link(Workspace& workspace) {
  try {
    ViewState view = workspace.look.view;
    view.options.patches.picture.clear();  // a link is in no folder
    const Scene scene = workspace.look.with_view(workspace.scene(), std::move(view));
    const std::string code = scene_code(format_scene(scene));
    ImGui::SetClipboardText(code.c_str());
    const std::string copied = "Copied the scene as a link of " + size_words(code.size());
    workspace.notices.tell(code.size() <= kMessageBytes
                               ? copied + ". Paste it into Attentoscope to open the scene."
                               : copied + ": too long for most messages. Send its file instead.");
  } catch (const SceneError& error) {
    workspace.notices.tell("The scene is " + error.problem().text + ".");
  }
}

void open_copied_link(Session& session, bool asks) {
  const char* text = ImGui::GetClipboardText();
  const std::string code = text != nullptr ? text : "";
  if (is_scene_code(code)) {
    session.files.open_code(code);
  } else if (asks) {
    session.workspace.notices.tell("Copy a scene's link first: it begins with attn:");
  }
}

}  // namespace attn::ui
