#include "app/ui/window/workbench.h"

#include <algorithm>
#include <utility>

#include <GLFW/glfw3.h>

#include "app/document/files/problem_line.h"
#include "app/figure/numbers/last_made.h"
#include "app/session/words/view_kinds.h"
#include "app/ui/lessons/lesson_panel.h"
#include "app/ui/lessons/lesson_prediction_view.h"
#include "app/ui/numbers/number_interaction.h"
#include "app/ui/panels/panels.h"
#include "app/ui/theme/paragraph.h"
#include "app/ui/toolkit/panel_boxes.h"
#include "app/ui/toolkit/tooltip.h"
#include "app/ui/views/make_view.h"
#include "app/ui/window/menu_bar.h"
#include "app/ui/window/tabs.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings |
                                    ImGuiWindowFlags_NoBringToFrontOnFocus;

Box inside(const Theme& theme, const Box& box) {
  const float margin = theme.px(14);
  return {{box.min.x + margin, box.min.y + margin}, {box.max.x - margin, box.max.y - margin}};
}

/// The gap between two panels, which can be dragged: `size` (at scale 1) grows with the mouse in
/// the direction of `sign`.
void splitter(Ui& ui, std::string_view name, const Box& gap, bool upright, float sign, float low,
              float high, float shown, std::optional<float>& size) {
  hit_area(ui, name, gap);
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  }
  if (!ImGui::IsItemActive()) return;
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  size = std::clamp(shown + sign * (upright ? moved.x : moved.y) / ui.theme.scale(), low,
                    std::max(low, high));
}

/// A dark box with `text` over the foot of `panel`, where it hides least; `room` is left free below
/// the text. Between this and ImGui::End() more can be put on it.
Box begin_toast(Ui& ui, const char* name, const Box& panel, const std::string& words, float room) {
  const std::string text = one_line(words, kMaxProblemBytes);
  const Theme& theme = ui.theme;
  const float padding = theme.px(14), gap = theme.px(10);
  const float inner = panel.width() - 2 * (padding + gap);
  const ImVec2 extent = paragraph_size(theme, Face::kSmall, text, inner);
  const Box box{{panel.min.x + gap, panel.max.y - gap - extent.y - room - 2 * padding},
                {panel.max.x - gap, panel.max.y - gap}};
  ImGui::SetNextWindowPos(box.min);
  ImGui::SetNextWindowSize({box.width(), box.height()});
  ImGui::Begin(name, nullptr, kFixed & ~ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImDrawList* list = ImGui::GetWindowDrawList();
  note_told(ui, box);
  list->AddRectFilled(box.min, box.max, theme.colors().text, theme.px(6));
  draw_paragraph(list, theme, Face::kSmall, {box.min.x + padding, box.min.y + padding},
                 theme.colors().on_accent, text, inner);
  return box;
}

/// A word on a toast that can be clicked.
bool toast_button(Ui& ui, std::string_view name, ImVec2& at, std::string_view label) {
  const Theme& theme = ui.theme;
  const ImVec2 size = text_size(theme, Face::kMedium, label);
  const Box box{at, {at.x + size.x + theme.px(20), at.y + theme.px(28)}};
  const bool clicked = button_area(ui, name, box);
  const float alpha = ImGui::IsItemHovered() ? 0.3F : 0.16F;
  ImGui::GetWindowDrawList()->AddRectFilled(
      box.min, box.max, with_alpha(theme.colors().on_accent, alpha), theme.px(5));
  text_in(ui, box, Face::kMedium, theme.colors().on_accent, label, 0.5F);
  at.x = box.max.x + theme.px(8);
  return clicked;
}

/// What happened, until it is clicked away.
void message_toast(Ui& ui, Workspace& workspace, const Box& panel) {
  const Box box = begin_toast(ui, "toast", panel, workspace.message + "  ×", 0);
  ui.map.say("message", workspace.message);
  if (button_area(ui, "message", box)) workspace.message.clear();
  ImGui::End();
}

/// The work that an earlier run did not save, until it is taken or left.
void recovery_toast(Ui& ui, Workspace& workspace, const Box& panel) {
  const Theme& theme = ui.theme;
  const std::string title = workspace.offered.work->scene.title;
  const std::size_t more = workspace.offered.more;
  std::string text = "Work that was not saved is still here" +
                     (title.empty() ? std::string(".") : ": " + shown(title, 60));
  if (more > 0) text += " (and " + std::to_string(more) + " more)";
  const float line = theme.px(38);
  const Box box = begin_toast(ui, "recovery", panel, text, more > 0 ? 2 * line : line);
  ui.map.say("recovery", text);
  ImVec2 at(box.min.x + theme.px(14), box.max.y - theme.px(42));
  if (more > 0) {
    ImVec2 below = at;
    at.y -= line;
    const std::string label = "Discard all " + std::to_string(more + 1);
    if (toast_button(ui, "recovery.discard-all", below, label)) {
      workspace.offered.work.reset();
      workspace.offered.all_are_declined = true;
    }
  }
  if (toast_button(ui, "recovery.open", at, "Open it")) {
    workspace.open_recovered();
  } else if (toast_button(ui, "recovery.discard", at, "Discard it")) {
    workspace.offered.work.reset();
  }
  ImGui::End();
}

void toast(Ui& ui, Workspace& workspace, const Box& panel) {
  if (!workspace.message.empty()) {
    message_toast(ui, workspace, panel);
  } else if (workspace.offered.work) {
    recovery_toast(ui, workspace, panel);
  }
}

/// Whether what is typed belongs to a text or a list that is open.
bool belongs_to_text(const Ui& ui) {
  return ImGui::GetIO().WantTextInput || ui.number.is_typing() ||
         ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

/// Walks the pinned cell by (rows, columns), staying in the matrix.
void walk_view(Workspace& workspace, Index rows, Index columns) {
  const Scene& scene = workspace.scene();
  const Cell from = workspace.pinned().value_or(Cell{});
  workspace.look.view.selection =
      Cell{std::clamp<Index>(from.query + rows, 0, scene.query_count() - 1),
           std::clamp<Index>(from.key + columns, 0, scene.key_count() - 1)};
}

/// So wide, at scale 1, that beside a lesson in the left panel there is room for the right one.
constexpr float kRoomForRight = 820;

/// How high the inspector is, at scale 1.
constexpr float kInspector = 208, kFoldedInspector = 66;

/// So wide, at scale 1, that a lesson has a column of its own beside the inputs.
constexpr float kRoomForLesson = 1280;

/// Where the lesson is, where there is one and room, in a column of its own at the left.
std::optional<Box> lesson_column(const Theme& theme, const Workspace& workspace, const Box& box) {
  const float width = box.width() / theme.scale();
  if (!workspace.lesson || width < kRoomForLesson) return std::nullopt;
  const float gap = theme.px(10);
  return Box{
      {box.min.x + gap, box.min.y + gap},
      {box.min.x + gap + theme.px(std::clamp(width * 0.23F, 310.F, 400.F)), box.max.y - gap}};
}

}  // namespace

/// The left panel: the inputs, or where there is no room beside them the lesson. Answers whether
/// there is anything on it.
bool Workbench::left_panel(Ui& ui, Workspace& workspace, const Box& box, LessonPlace lesson) {
  if (lesson == LessonPlace::kElsewhere) return inputs_panel(ui, workspace, box);
  Box rest = box;
  switch (choose_side(ui, workspace, rest, lesson == LessonPlace::kAlone)) {
    case LessonSide::kLesson:
      lesson_panel(ui, workspace, rest);
      break;
    case LessonSide::kInputs:
      inputs_panel(ui, workspace, rest);
      break;
    default:
      attention_panel(ui, workspace, rest);
  }
  return true;
}

/// A lesson's text, and beside it what its step shows.
void Workbench::lesson_on_stage(Ui& ui, Workspace& workspace, const Box& whole) {
  const Theme& theme = ui.theme;
  const StageBoxes boxes = stage_boxes(theme, whole);
  draw_panel_boxes(theme, whole, {boxes.text, boxes.stage});
  const float across = theme.px(24), down = theme.px(18);
  lesson_panel(ui, workspace,
               {{boxes.text.min.x + across, boxes.text.min.y + down},
                {boxes.text.max.x - across, boxes.text.max.y - down}});
  // A button of the panel may have ended the lesson, or gone on to a step without a stage.
  if (workspace.lesson && workspace.look.stage) {
    stage_.draw(ui, workspace, boxes.stage, shown_view(workspace));
  }
  overlays_.draw(ui, workspace, boxes.stage);
  toast(ui, workspace, boxes.text);
}

void Workbench::columns(Ui& ui, Workspace& workspace, const Box& whole) {
  if (workspace.lesson && workspace.look.stage) return lesson_on_stage(ui, workspace, whole);
  const Theme& theme = ui.theme;
  const float gap = theme.px(10);
  const std::optional<Box> lesson_alone = lesson_column(theme, workspace, whole);
  Box box = whole;
  if (lesson_alone) box.min.x = lesson_alone->max.x;
  const bool has_lesson = workspace.lesson && !lesson_alone;
  const LessonPlace lesson = !has_lesson                             ? LessonPlace::kElsewhere
                             : box.width() < theme.px(kRoomForRight) ? LessonPlace::kAlone
                                                                     : LessonPlace::kLeft;
  has_left_ |= has_lesson;
  if (lesson == LessonPlace::kAlone) has_right_ = false;
  const bool has_below = !workspace.look.is_hidden("inspector");
  const float width = box.width() / theme.scale(), height = box.height() / theme.scale();
  const float widest = std::max(220.F, (width - 300) / 2);
  const bool is_presenting = theme.appearance().presenting;
  const bool is_low = is_presenting && height < 480;
  const float highest = std::max(90.F, height - 260);
  const float left_width =
      std::min(left_.value_or(has_lesson ? std::clamp(width * 0.265F, 222.F, 330.F)
                                         : std::clamp(width * 0.25F, 248.F, 318.F)),
               widest);
  const float right_width =
      std::min(right_.value_or(std::clamp(width * 0.211F, 216.F, 304.F)), widest);
  const bool is_folded = is_inspector_folded(theme, workspace.look.view);
  const float below_height =
      is_folded ? kFoldedInspector
                : std::min(below_.value_or(std::clamp(height * 0.26F, 150.F, kInspector)), highest);
  const float foot = has_below ? theme.px(below_height) + gap : 0;
  const Box left{{box.min.x + gap, box.min.y + gap},
                 {box.min.x + gap + theme.px(left_width), box.max.y - gap - foot}};
  const Box right{{box.max.x - gap - theme.px(right_width), left.min.y},
                  {box.max.x - gap, left.max.y}};
  const Box middle{{has_left_ ? left.max.x + gap : left.min.x, left.min.y},
                   {has_right_ ? right.min.x - gap : right.max.x, left.max.y}};
  const Box& view = middle;
  const Box below{{left.min.x, view.max.y + gap}, {right.max.x, box.max.y - gap}};
  std::vector<Box> panels{view};
  if (has_below) panels.push_back(below);
  if (has_left_) panels.push_back(left);
  if (has_right_) panels.push_back(right);
  if (lesson_alone) panels.push_back(*lesson_alone);
  draw_panel_boxes(theme, whole, panels);
  if (has_left_) {
    splitter(ui, "splitter.left", {{left.max.x, left.min.y}, {middle.min.x, left.max.y}}, true, 1,
             220, widest, left_width, left_);
  }
  if (has_right_) {
    splitter(ui, "splitter.right", {{middle.max.x, left.min.y}, {right.min.x, left.max.y}}, true,
             -1, 220, widest, right_width, right_);
  }
  if (has_below && !is_folded) {
    splitter(ui, "splitter.below", {{below.min.x, view.max.y}, {below.max.x, below.min.y}}, false,
             -1, 90, highest, below_height, below_);
  }

  if (lesson_alone) lesson_panel(ui, workspace, inside(theme, *lesson_alone));
  // One that is not there is asked too, off the window, whether something was pinned on it.
  const auto place = [&](bool is_there, const Box& panel) {
    const float away = -2 * box.max.x;
    return inside(theme, is_there ? panel : Box{{away, 0}, {away + panel.width(), panel.max.y}});
  };
  has_left_ = left_panel(ui, workspace, place(has_left_, left), lesson);
  has_right_ =
      lesson != LessonPlace::kAlone && attention_panel(ui, workspace, place(has_right_, right));
  const Box tab_line{view.min, {view.max.x, view.min.y + theme.px(is_low ? 34 : 41)}};
  tabs(ui, workspace, tab_line);
  Box view_inside = inside(theme, view);
  view_inside.min.y = tab_line.max.y + theme.px(is_low ? 5 : 12);
  if (!withheld_view(ui, workspace, view_inside))
    shown_view(workspace).draw(ui, workspace, view_inside);
  if (has_below) inspector_panel(ui, workspace, inside(theme, below));
  overlays_.draw(ui, workspace, middle);
  toast(ui, workspace, right);
}

View& Workbench::shown_view(const Workspace& workspace) {
  // Until all numbers are read, the one that needs few stays.
  const ViewKind& kind =
      workspace.has_all_numbers() ? view_kind(workspace.look.view) : view_kinds().front();
  std::unique_ptr<View>& view = views_[kind.id];
  if (!view) view = make_view(kind.id);
  if (std::exchange(shown_, view.get()) != view.get()) {
    for (const auto& [id, other] : views_) {
      if (other != view) other->rest();
    }
    AllLastMade::forget();
  }
  return *view;
}

void Workbench::shortcuts(Ui& ui, Workspace& workspace) {
  Keyboard& keys = ui.keys;
  if (keys.take(GLFW_KEY_S, GLFW_MOD_CONTROL)) overlays_.save(workspace);
  if (keys.take(GLFW_KEY_N, GLFW_MOD_CONTROL)) workspace.open_new();
  if (keys.take(GLFW_KEY_O, GLFW_MOD_CONTROL)) overlays_.browser.open_any(workspace);
  if (keys.take(GLFW_KEY_S, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT)) {
    overlays_.browser.save_scene(workspace);
  }
  if (overlays_.browser.is_open()) {
    leave_number(ui);
    overlays_.take_keys(keys, workspace);
  }
  if (keys.take(GLFW_KEY_Q, GLFW_MOD_CONTROL)) {
    glfwSetWindowShouldClose(glfwGetCurrentContext(), GLFW_TRUE);
  }
  if (keys.take(GLFW_KEY_F1)) overlays_.keys = !overlays_.keys;
  if (overlays_.keys && keys.take(GLFW_KEY_ESCAPE)) overlays_.keys = false;
  if (keys.take(GLFW_KEY_F5)) toggle_presenting(ui.theme);
  if (!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup) && ui.focus.end_frame(keys)) {
    ImGui::SetWindowFocus(nullptr);  // what was typed into a field is taken
    leave_number(ui);
    ui.token = {};
  }
  if (keys.take(GLFW_KEY_H, GLFW_MOD_CONTROL)) {
    leave_number(ui);
    overlays_.history.toggle(workspace);
    overlays_.take_keys(keys, workspace);
  }
  if (belongs_to_text(ui)) return;
  if (keys.take(GLFW_KEY_Z, GLFW_MOD_CONTROL)) workspace.undo();
  if (keys.take(GLFW_KEY_Z, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT) ||
      keys.take(GLFW_KEY_Y, GLFW_MOD_CONTROL)) {
    workspace.redo();
  }
  if (workspace.look.painting && keys.take(GLFW_KEY_ESCAPE)) workspace.look.painting = false;
  if (keys.take(GLFW_KEY_GRAVE_ACCENT)) workspace.look.snapshot.flip();
  if (keys.take(GLFW_KEY_ESCAPE)) workspace.look.view.selection.reset();
  if (keys.take(GLFW_KEY_LEFT)) walk_view(workspace, 0, -1);
  if (keys.take(GLFW_KEY_RIGHT)) walk_view(workspace, 0, 1);
  if (keys.take(GLFW_KEY_UP)) walk_view(workspace, -1, 0);
  if (keys.take(GLFW_KEY_DOWN)) walk_view(workspace, 1, 0);
  take_lesson_space(ui, workspace);
}

void Workbench::export_dialog(Ui& ui, Workspace& workspace, const Box& box, Keyboard& aside) {
  ExportDialog& exporter = overlays_.exporter;
  if (exporter.is_open()) std::swap(aside, ui.keys);
  if (exporter.is_open()) workspace.look.wants_all_numbers = true;
  // A wish for what is not read yet waits.
  if (const auto wish = workspace.has_all_numbers()
                            ? std::exchange(workspace.look.export_wish, std::nullopt)
                            : std::nullopt) {
    exporter.open(ui, workspace, wish->view, wish->evaluation);
  }
  exporter.draw(ui, workspace, box);
  exporter.take_keys(ui, workspace);
}

void Workbench::frame(Ui& ui, Workspace& workspace) {
  ui.number_clicked = false;
  ui.wake_at.reset();
  ui.told.clear();
  ui.highlight.begin_frame();
  ui.focus.begin_frame();
  overlays_.take_keys(ui.keys, workspace);
  const bool is_exporting = overlays_.exporter.is_open();
  if (!is_exporting && !belongs_to_text(ui)) lesson_keys(ui, workspace);
  const float top = menu_bar(ui, workspace, overlays_);  // a menu can be open above the dialog
  Keyboard aside;  // what is typed while the Export dialog is open
  if (is_exporting) std::swap(aside, ui.keys);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0, top});
  ImGui::SetNextWindowSize({screen.x, screen.y - top});
  // The window's colour is there already: with a software renderer each pixel drawn costs.
  ImGui::Begin("workbench", nullptr,
               kFixed | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBackground);
  columns(ui, workspace, first_steps(ui, workspace, {{0, top}, screen}, first_steps_));
  ImGui::End();
  export_dialog(ui, workspace, {{0, top}, screen}, aside);
  overlays_.draw_over_all(ui, {{0, top}, screen});
  shortcuts(ui, workspace);
  if (ImGui::IsMouseClicked(0) && !ui.number_clicked) leave_number(ui);
  if (ImGui::IsMouseClicked(0)) ui.focus.leave();
  tooltip(ui);
  ui.map.say("focus", ui.focus.name());
  keep_hidden(workspace, kept_hidden_);
}

}  // namespace attn::ui
