#include "app/ui/window/workbench.h"

#include <algorithm>

#include <GLFW/glfw3.h>

#include "app/document/files/problem_line.h"
#include "app/document/files/utf8.h"
#include "app/document/shelf/lesson_shelf.h"
#include "app/document/tasks/task_file.h"
#include "app/document/view/view_kinds.h"
#include "app/figure/numbers/last_made.h"
#include "app/session/workspace/learn.h"
#include "app/ui/lessons/lesson_panel.h"
#include "app/ui/numbers/number_interaction.h"
#include "app/ui/panels/sections.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/menu_item.h"
#include "app/ui/toolkit/panel_boxes.h"
#include "app/ui/toolkit/tooltip.h"
#include "app/ui/views/view.h"
#include "app/ui/views/view_tools.h"
#include "app/ui/window/kept_settings.h"
#include "app/ui/window/menu_bar.h"
#include "app/ui/window/tabs.h"
#include "app/ui/window/type_size.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings |
                                    ImGuiWindowFlags_NoBringToFrontOnFocus;

/// Gap between panels, moved by the mouse or by arrow keys: `size` (at scale 1) grows in the
/// direction of `sign`.
void splitter(Ui& ui, std::string_view name, const Box& gap, bool upright, float sign, float low,
              float high, float shown, std::optional<float>& size) {
  hit_area(ui, name, gap);
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  }
  float moved = 0;
  if (ImGui::IsItemActive()) {
    const ImVec2 mouse = ImGui::GetIO().MouseDelta;
    moved = (upright ? mouse.x : mouse.y) / ui.theme.scale();
  }
  if (has_keyboard(ui, name, gap)) {
    constexpr float kStep = 16;
    if (ui.keys.take(upright ? GLFW_KEY_RIGHT : GLFW_KEY_DOWN)) moved += kStep;
    if (ui.keys.take(upright ? GLFW_KEY_LEFT : GLFW_KEY_UP)) moved -= kStep;
  }
  if (moved != 0) size = clamped(shown + sign * moved, low, std::max(low, high));
}

/// Message, or offer with buttons.
struct Notice {
  struct Button {
    std::string_view name;
    std::string label;
  };
  std::string_view name;
  std::string words;
  std::size_t number = 0;  ///< of a message
  std::vector<Button> buttons{};
};

std::optional<Notice> notice_now(const Session& session) {
  if (const std::string& words = session.workspace.notices.message(); !words.empty()) {
    return Notice{"message", words, session.workspace.notices.told()};
  }
  if (!session.files.offered.work) return std::nullopt;
  const std::string title = session.files.offered.work->scene.title;
  const std::size_t more = session.files.offered.more;
  Notice offer{"recovery", "Your unsaved work was found"};
  offer.words += title.empty() ? std::string(".") : ": " + shown(title, 60);
  offer.buttons = {{"recovery.open", "Open it"}, {"recovery.discard", "Discard it"}};
  if (more > 0) {
    offer.words += " (and " + std::to_string(more) + " more)";
    offer.buttons.push_back({"recovery.discard-all", "Discard all " + std::to_string(more + 1)});
  }
  return offer;
}

constexpr float kNoticeMargin = 14, kButtonGap = 8;  // at scale 1

float button_width(const Theme& theme, const Notice::Button& button) {
  return text_size(theme, Face::kMedium, button.label).x + theme.px(20);
}

/// Width at the right end for buttons, or for the × of a message.
float width_of_buttons(const Theme& theme, const Notice& notice) {
  if (notice.buttons.empty()) return theme.px(20);
  float width = 0;
  for (const auto& button : notice.buttons)
    width += theme.px(kButtonGap) + button_width(theme, button);
  return width;
}

/// Width and height of the words.
ImVec2 notice_text_size(const Theme& theme, const Notice& notice, float width) {
  const float inner = width - 2 * theme.px(kNoticeMargin) - width_of_buttons(theme, notice);
  const std::string text = one_line(notice.words, kMaxProblemBytes);
  return {inner, paragraph_size(theme, Face::kSmall, text, inner).y};
}

/// Box of the notice at the foot of `room`, which then ends above it: a notice covers nothing.
Box take_notice_box(const Theme& theme, const Notice& notice, Box& room) {
  const Box foot = room.within(theme.px(10));
  const float text = notice_text_size(theme, notice, foot.width()).y;
  const float height = std::max(text + theme.px(14), theme.px(notice.buttons.empty() ? 0 : 42));
  const Box box = foot.below(foot.max.y - height);
  fill_box(room.below(box.min.y), theme.colors().window);
  room.max.y = box.min.y;
  return box;
}

/// Draws the buttons; returns the name of the pressed one.
std::string_view notice_buttons(Ui& ui, const Notice& notice, const Box& box) {
  const Theme& theme = ui.theme;
  const float end = box.max.x - theme.px(kNoticeMargin);
  Box line = box.columns(end - width_of_buttons(theme, notice), end);
  line = line.rows(box.min.y + theme.px(7), box.max.y - theme.px(7));
  std::string_view pressed;
  for (const auto& one : notice.buttons) {
    line.min.x += theme.px(kButtonGap);
    const Box button = line.left_of(line.min.x + button_width(theme, one));
    line.min.x = button.max.x;
    if (button_area(ui, one.name, button)) pressed = one.name;
    const float alpha = ImGui::IsItemHovered() ? 0.3F : 0.16F;
    fill_box(button, with_alpha(theme.colors().on_accent, alpha), theme.px(5));
    text_in(ui, button, Face::kMedium, theme.colors().on_accent, one.label, 0.5F);
  }
  return pressed;
}

/// Lets the message go when it is clicked, or was there long enough to be read.
void follow_message(Ui& ui, Notices& notices, const Notice& shown, const Box& box) {
  const bool is_clicked = button_area(ui, "message", box);
  if (std::exchange(ui.told.number, shown.number) != shown.number || ImGui::IsItemHovered()) {
    ui.told.since = ImGui::GetTime();
  }
  if (notices.told() != shown.number) return;  // a newer one follows in the next frame
  const double left = ui.told.since + seconds_to_read(shown.words) - ImGui::GetTime();
  // A test clicks it away.
  if (!ui.map.is_wanted()) ui.wake_in(std::max(0.0, left));
  if (is_clicked || (left <= 0 && !ui.map.is_wanted())) notices.forget_message();
}

/// Draws the notice in its box, in a window over dialogs: a click on it is none outside of them.
void draw_notice(Ui& ui, Session& session, const Notice& notice, const Box& box) {
  const Theme& theme = ui.theme;
  ImGui::SetNextWindowPos(box.min);
  ImGui::SetNextWindowSize({box.width(), box.height()});
  ImGui::Begin("notice", nullptr, kFixed & ~ImGuiWindowFlags_NoBringToFrontOnFocus);
  note_message_box(ui, box);
  ui.map.say(notice.name, notice.words);
  fill_box(box, theme.colors().text, theme.px(6));
  const ImVec2 size = notice_text_size(theme, notice, box.width());
  const ImVec2 at(box.min.x + theme.px(kNoticeMargin),
                  std::round((box.min.y + box.max.y - size.y) / 2));
  const std::string text = one_line(notice.words, kMaxProblemBytes);
  draw_paragraph(theme, Face::kSmall, at, theme.colors().on_accent, text, size.x);
  if (notice.buttons.empty()) {
    text_in(ui, box.left_of(box.max.x - theme.px(kNoticeMargin)), Face::kBody,
            theme.colors().on_accent, "×", 1);
    follow_message(ui, session.workspace.notices, notice, box);
  } else if (const auto pressed = notice_buttons(ui, notice, box); pressed == "recovery.open") {
    session.files.open_recovered();
  } else if (!pressed.empty()) {
    session.files.offered.work.reset();
    session.files.offered.all_are_declined |= pressed == "recovery.discard-all";
  }
  ImGui::End();
}

/// Says how presenter mode ends, for a moment after its begin.
void way_out_of_presenting(Ui& ui, const Box& room) {
  constexpr double kMoment = 3;
  constexpr std::string_view kWords = "Esc ends presenter mode";
  const double left = ui.presented_since + kMoment - ImGui::GetTime();
  // Tests look at the window as it is afterwards.
  if (!ui.theme.appearance().presenting || left <= 0 || ui.map.is_wanted()) return;
  ui.wake_in(left);
  const Theme& theme = ui.theme;
  const ImVec2 size = text_size(theme, Face::kBody, kWords);
  const float half = size.x / 2 + theme.px(16), middle = (room.min.x + room.max.x) / 2;
  const Box box{{middle - half, room.max.y - size.y - theme.px(28)},
                {middle + half, room.max.y - theme.px(12)}};
  ImDrawList* const list = ImGui::GetForegroundDrawList();
  list->AddRectFilled(box.min, box.max, theme.colors().text, theme.px(6));
  list->AddText(theme.font(Face::kBody), theme.line_height(Face::kBody),
                {box.min.x + theme.px(16), box.min.y + theme.px(8)}, theme.colors().on_accent,
                kWords.data(), kWords.data() + kWords.size());
}

/// Whether keyboard input belongs to an open text field or list.
bool belongs_to_text(const Ui& ui) {
  return ImGui::GetIO().WantTextInput || ui.number.is_typing() ||
         ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

/// Moves the pinned cell by (rows, columns), clamped to the matrix.
void walk_view(Workspace& workspace, Index rows, Index columns) {
  const Scene& scene = workspace.scene();
  const Cell from = workspace.pinned().value_or(Cell{});
  workspace.look.view.selection =
      Cell{clamped<Index>(from.query + rows, 0, scene.query_count() - 1),
           clamped<Index>(from.key + columns, 0, scene.key_count() - 1)};
}

/// Opens the same head of another layer of imported attention, if any.
void walk_layers(Session& session, Index by) {
  Workspace& workspace = session.workspace;
  const ImportedAttention* const imported = session.files.imports.imported();
  if (imported == nullptr || workspace.is_lesson() || workspace.opening()) return;
  const ImportedHead open = imported->open_head();
  const Index layer = clamped<Index>(open.layer + by, 0, imported->layer_count() - 1);
  if (layer == open.layer) return;
  const Index heads = imported->layer(layer).heads;
  const Index head = workspace.scene().heads.size() > 1 ? workspace.look.view.head : open.head;
  session.files.imports.open({layer, clamped<Index>(head, 0, heads - 1)});
}

/// Minimal width at scale 1 for the right panel next to a lesson in the left one.
constexpr float kRoomForRight = 820;

/// Height of the inspector at scale 1; grows with its formulas' rows.
constexpr float kInspector = 208, kHighestInspector = 330, kInspectorLine = 66;

/// Minimal width at scale 1 for a lesson's own column next to the inputs.
constexpr float kRoomForLesson = 1280;

/// Box of a lesson's own column at the left, if there is a lesson and room.
std::optional<Box> lesson_column(const Theme& theme, const Workspace& workspace, const Box& box) {
  const float width = box.width() / theme.scale();
  if (!workspace.is_lesson() || width < kRoomForLesson) return std::nullopt;
  const float gap = theme.px(10);
  return Box{{box.min.x + gap, box.min.y + gap},
             {box.min.x + gap + theme.px(clamped(width * 0.23F, 310.F, 400.F)), box.max.y - gap}};
}

/// Explanation on desks without a scene.
void refuse_panel(Ui& ui, Workspace& workspace) {
  const bool is_asked = std::exchange(workspace.look.wants_panel, false);
  if (!is_asked && !ui.keys.take(GLFW_KEY_E, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT)) return;
  workspace.notices.tell("Panels of a figure are views of a scene: open a head as one first");
}

}  // namespace

/// Left panel: inputs, or the lesson if both do not fit. Returns whether it has content.
bool Workbench::left_panel(Ui& ui, Session& session, const Box& box, LessonPlace lesson) {
  if (lesson == LessonPlace::kElsewhere) return inputs_panel(ui, session.workspace, box);
  Box rest = box;
  switch (choose_side(ui, session.course, rest, lesson == LessonPlace::kAlone)) {
    case LessonSide::kLesson:
      lesson_panel(ui, session.course, rest);
      break;
    case LessonSide::kInputs:
      inputs_panel(ui, session.workspace, rest);
      break;
    default:
      attention_panel(ui, session.workspace, rest);
  }
  return true;
}

/// Lesson's text next to the stage of its step.
void Workbench::lesson_on_stage(Ui& ui, Session& session, const Box& whole) {
  Workspace& workspace = session.workspace;
  const Theme& theme = ui.theme;
  const StageBoxes boxes = stage_boxes(theme, whole);
  draw_panel_boxes(theme, whole, {boxes.text, boxes.stage});
  const float across = theme.px(24), down = theme.px(18);
  lesson_panel(ui, session.course,
               {{boxes.text.min.x + across, boxes.text.min.y + down},
                {boxes.text.max.x - across, boxes.text.max.y - down}});
  // A button may have ended the lesson, or moved to a step without a stage.
  if (workspace.is_lesson() && session.course.lesson()->training) {
    const bool is_asked = session.course.is_asked();
    training_stage(ui, *session.course.lesson()->training, boxes.stage,
                   is_asked ? "Answer the question first: then training can start" : "");
  } else if (workspace.is_lesson() && workspace.look.stage) {
    drawn_numbers_ = stage_.draw(ui, session, boxes.stage, shown_view(workspace));
  }
  overlays_.draw(ui, session, boxes.stage);
}

/// Place of a lesson without its own column: next to the view, or instead of the right panel.
Workbench::LessonPlace Workbench::lesson_place(const Theme& theme, bool has_lesson, float width) {
  return !has_lesson                       ? LessonPlace::kElsewhere
         : width < theme.px(kRoomForRight) ? LessonPlace::kAlone
                                           : LessonPlace::kLeft;
}

Desk Workbench::shown_desk(Session& session) {
  if (desks_.shown == Desk::kScene) return Desk::kScene;
  const bool is_gone = desks_.shown == Desk::kLayers && session.files.imports.imported() == nullptr;
  if (session.workspace.is_lesson() || session.workspace.change_number() != desks_.scene ||
      is_gone) {
    desks_.train.rest();
    if (session.files.imports.imported() != nullptr) session.files.imports.imported()->rest();
    desks_.shown = Desk::kScene;
  }
  return desks_.shown;
}

/// Layers desk with all heads of imported attention. The chosen one opens as a scene.
void Workbench::layers(Ui& ui, Session& session, const Box& whole) {
  Keyboard aside;  // keyboard input while the export is open
  const bool is_exporting = desks_.layers.is_exporting();
  if (is_exporting) std::swap(aside, ui.keys);
  Imports& imports = session.files.imports;
  const auto chosen = desks_.layers.draw(ui, *imports.imported(), imports.model(), whole);
  overlays_.draw(ui, session, whole);
  if (is_exporting) std::swap(aside, ui.keys);
  refuse_panel(ui, session.workspace);
  const bool is_asked = std::exchange(session.workspace.look.wants_export, false);
  if (ui.keys.take(GLFW_KEY_E, GLFW_MOD_CONTROL) || is_asked) {
    desks_.layers.open_export(ui, *session.files.imports.imported());
  }
  if (takes_picture_copy(ui, session.workspace.look)) {
    desks_.layers.copy_picture(*session.files.imports.imported());
  }
  desks_.layers.export_heads(ui, *session.files.imports.imported(), whole);
  if (std::string words = desks_.layers.take_words(); !words.empty()) {
    session.workspace.notices.tell(std::move(words));
  }
  if (!chosen) return;
  session.files.imports.open(*chosen);
  desks_.show(Desk::kScene, session);
  ui.wake_at = ImGui::GetTime();
}

/// Train desk. A head opens as a scene with its actual numbers.
void Workbench::train(Ui& ui, Session& session, const Box& whole) {
  Workspace& workspace = session.workspace;
  const auto opened = desks_.train.draw(ui, whole, workspace.file().path);
  if (std::exchange(workspace.look.wants_export, false)) desks_.train.open_export(ui);
  if (takes_picture_copy(ui, workspace.look)) desks_.train.copy_picture();
  if (std::string words = desks_.train.take_words(); !words.empty()) {
    workspace.notices.tell(std::move(words));
  }
  if (std::exchange(desks_.wants_network, false)) {
    if (std::string words = desks_.train.save_network(ui); !words.empty()) {
      workspace.notices.tell(std::move(words));
    }
  }
  refuse_panel(ui, workspace);
  if (desks_.train.take_wish_for_task()) overlays_.browser.open_task(workspace);
  overlays_.draw(ui, session, whole);
  if (const auto path = overlays_.browser.take_task()) desks_.train.open_task(*path);
  if (std::string words = desks_.train.desk()->take_message(); !words.empty()) {
    workspace.notices.tell(std::move(words));
  }
  if (opened) desks_.open_layer(*opened, session);
}

void Workbench::open(Session& session, const std::string& path) {
  const bool shows_patches =
      shown_desk(session) == Desk::kScene && view_kind(session.workspace.look.view).takes_picture;
  if (shows_patches && with_small_letters(path).ends_with(".png")) {
    return session.files.choose_picture(path);
  }
  // A table is a task there.
  const bool is_table = path.ends_with(".csv") || path.ends_with(".tsv");
  const bool is_for_desk = shown_desk(session) == Desk::kTrain && !path.ends_with(".json") &&
                           !may_be_model(path) && (is_table || !may_hold_attention(path));
  if (may_be_model(path) || may_hold_lessons(path) || !(is_for_desk || is_task_file(path))) {
    return session.files.open_path(path);
  }
  if (session.workspace.is_lesson())
    return session.workspace.notices.tell(
        "Leave the lesson first: a task is learned on the Train desk");
  if (shown_desk(session) != Desk::kTrain) desks_.show(Desk::kTrain, session);
  desks_.train.open_task(path);
}

void Workbench::columns(Ui& ui, Session& session, const Box& whole) {
  Workspace& workspace = session.workspace;
  const Desk desk = shown_desk(session);
  if (desk == Desk::kTrain) return train(ui, session, whole);
  if (desk == Desk::kLayers) return layers(ui, session, whole);
  if (follow_learning(workspace)) {
    ui.wake_in(1.0 / 60);  // leaves time for input
  }
  if (workspace.is_lesson() && workspace.look.stage) return lesson_on_stage(ui, session, whole);
  if (ui.theme.appearance().presenting) return present(ui, session, whole);
  const Theme& theme = ui.theme;
  const float gap = theme.px(10);
  const std::optional<Box> lesson_alone = lesson_column(theme, workspace, whole);
  Box box = whole;
  if (lesson_alone) box.min.x = lesson_alone->max.x;
  const bool has_lesson = workspace.is_lesson() && !lesson_alone;
  const LessonPlace lesson = lesson_place(theme, has_lesson, box.width());
  has_left_ = true;
  has_right_ = lesson != LessonPlace::kAlone;
  const bool has_below = !workspace.look.is_hidden("inspector");
  const float width = box.width() / theme.scale(), height = box.height() / theme.scale();
  const float widest = std::max(220.F, (width - 300) / 2);
  const float highest = std::max(90.F, height - 260);
  const float left_width =
      std::min(left_.value_or(has_lesson ? clamped(width * 0.265F, 222.F, 330.F)
                                         : clamped(width * 0.25F, 248.F, 318.F)),
               widest);
  const float right_width =
      std::min(right_.value_or(clamped(width * 0.211F, 216.F, 304.F)), widest);
  const bool is_folded = is_inspector_folded(ui, workspace);
  const float below_height =
      is_folded ? kInspectorLine
                : std::min(below_.value_or(clamped(grown_.height, kInspector, kHighestInspector)),
                           highest);
  const float foot = has_below ? theme.px(below_height) + gap : 0;
  const Box left{{box.min.x + gap, box.min.y + gap},
                 {box.min.x + gap + theme.px(left_width), box.max.y - gap - foot}};
  const Box right = left.columns(box.max.x - gap - theme.px(right_width), box.max.x - gap);
  const Box middle = left.columns(left.max.x + gap, has_right_ ? right.min.x - gap : right.max.x);
  const Box below{{left.min.x, middle.max.y + gap}, {right.max.x, box.max.y - gap}};
  std::vector<Box> panels{middle, left};
  if (has_below) panels.push_back(below);
  if (has_right_) panels.push_back(right);
  if (lesson_alone) panels.push_back(*lesson_alone);
  draw_panel_boxes(theme, whole, panels);
  if (lesson_alone) lesson_panel(ui, session.course, lesson_alone->within(theme.px(14)));
  left_panel(ui, session, left.within(theme.px(14)), lesson);
  if (has_right_) attention_panel(ui, workspace, right.within(theme.px(14)));
  const Box tab_line = middle.above(middle.min.y + theme.px(46));
  const Box bar = tabs(ui, workspace, tab_line);
  Box room = middle.within(theme.px(14));
  room.min.y = tab_line.max.y + theme.px(12);
  view(ui, session, {.bar = bar, .room = room});
  if (has_below) {
    const Box room = below.within(theme.px(14));
    const float margins = below.height() - room.height();
    const float needed = inspector_panel(ui, workspace, room) + margins;
    if (!is_folded) grow_inspector(ui, workspace, below.width(), needed / theme.scale());
  }
  splitter(ui, "splitter.left", left.columns(left.max.x, middle.min.x), true, 1, 220, widest,
           left_width, left_);
  if (has_right_) {
    splitter(ui, "splitter.right", left.columns(middle.max.x, right.min.x), true, -1, 220, widest,
             right_width, right_);
  }
  if (has_below && !is_folded) {
    splitter(ui, "splitter.below", below.rows(middle.max.y, below.min.y), false, -1, 90, highest,
             below_height, below_);
  }
  overlays_.draw(ui, session, middle, has_right_ ? right : middle);
}

/// Sets the inspector's height for the pinned pair. Hovered pairs do not change it, and it does not
/// shrink between pairs, to keep the layout stable.
void Workbench::grow_inspector(Ui& ui, const Workspace& workspace, float width, float needed) {
  if (!workspace.pinned() || workspace.explained() != workspace.pinned()) return;
  const Scene& scene = workspace.scene();
  const InspectorHeight now{
      width, scene.score.kind, scene.position.kind, scene.masks.size(), scene.key_count(), needed};
  const bool is_alike = now.width == grown_.width && now.score == grown_.score &&
                        now.position == grown_.position && now.masks == grown_.masks &&
                        now.keys == grown_.keys;
  const float before = grown_.height;
  grown_ = now;
  if (is_alike) grown_.height = std::max(before, needed);
  if (grown_.height != before) ui.wake_at = ImGui::GetTime();
}

void Workbench::view(Ui& ui, Session& session, const ViewPlace& place) {
  take_tab_keys(ui, session.workspace);
  ui.map.add("view", place.room.min, place.room.max);
  if (withheld_view(ui, session.course, place.room)) return;
  Snapshot& snapshot = session.workspace.look.snapshot;
  const bool can_choose = view_kind(session.workspace.look.view).is_heatmap;
  if (snapshot.is_chosen() && !can_choose) snapshot.shown = Version::kNow;
  drawn_numbers_ = shown_view(session.workspace).draw(ui, session.workspace, place);
}

/// Presenter mode: the view as large as possible, next to it the pinned cell, and one line of
/// mathematics, without frames.
void Workbench::present(Ui& ui, Session& session, const Box& whole) {
  Workspace& workspace = session.workspace;
  const Theme& theme = ui.theme;
  const float margin = theme.px(16), gap = theme.px(20), top = whole.min.y + theme.px(10);
  const bool has_below = !workspace.look.is_hidden("inspector");
  const LessonPlace lesson =
      lesson_place(theme, workspace.is_lesson(), whole.width() - theme.px(1));
  has_left_ |= lesson != LessonPlace::kElsewhere;
  if (lesson == LessonPlace::kAlone) has_right_ = false;
  const float rule = whole.max.y - (has_below ? theme.px(67) : 0);
  const float low = rule - theme.px(has_below ? 12 : 10);
  const float left_width = theme.px(lesson == LessonPlace::kElsewhere ? 220 : 236);
  const Box left{{whole.min.x + margin, top}, {whole.min.x + margin + left_width, low}};
  const Box right{{whole.max.x - margin - theme.px(190), top}, {whole.max.x - margin, low}};
  const Box room{{has_left_ ? left.max.x + gap : whole.min.x + theme.px(8), top},
                 {has_right_ ? right.min.x - gap : right.max.x, low}};
  // Absent panels are laid out off screen to learn whether something was pinned on them.
  const auto place = [&](bool is_there, const Box& panel) {
    const float away = -2 * whole.max.x;
    return is_there ? panel : panel.columns(away, away + panel.width());
  };
  has_left_ = left_panel(ui, session, place(has_left_, left), lesson);
  has_right_ =
      lesson != LessonPlace::kAlone && attention_panel(ui, workspace, place(has_right_, right));
  const bool had_both_sides = std::exchange(has_both_sides_, has_left_ && has_right_);
  if (had_both_sides != has_both_sides_) ui.wake_at = ImGui::GetTime();  // size changed
  view(ui, session, {.bar = std::nullopt, .room = room});
  if (has_below) {
    imgui::list()->AddLine({whole.min.x + margin, rule}, {whole.max.x - margin, rule},
                           mix(theme.colors().hairline, theme.colors().secondary, 0.3F),
                           theme.px(1));
    inspector_panel(ui, workspace,
                    {{whole.min.x + margin, rule + theme.px(2)},
                     {whole.max.x - margin, whole.max.y - theme.px(2)}});
  }
  overlays_.draw(ui, session, room);
}

View& Workbench::shown_view(const Workspace& workspace) {
  // Until all numbers are available, keep the view state that needs few.
  static const ViewState kFirst;
  const ViewKind& kind = view_kind(workspace.has_all_numbers() ? workspace.look.view : kFirst);
  std::unique_ptr<View>& view = views_[kind.id];
  if (!view) view = make_view(kind);
  if (std::exchange(shown_, view.get()) != view.get()) {
    for (const auto& [id, other] : views_) {
      if (other != view) other->rest();
    }
    AllLastMade::forget();
  }
  return *view;
}

void Workbench::shortcuts(Ui& ui, Session& session) {
  Workspace& workspace = session.workspace;
  Keyboard& keys = ui.keys;
  const bool is_of_network = desks_.shown == Desk::kTrain;  // no scene is shown
  if (is_of_network && (keys.take(GLFW_KEY_S, GLFW_MOD_CONTROL) ||
                        keys.take(GLFW_KEY_S, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT))) {
    desks_.wants_network = true;
    ui.wake_at = ImGui::GetTime();
  }
  if (keys.take(GLFW_KEY_S, GLFW_MOD_CONTROL)) overlays_.save(session);
  if (keys.take(GLFW_KEY_N, GLFW_MOD_CONTROL)) session.files.open_new();
  if (keys.take(GLFW_KEY_F, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT)) {
    workspace.look.wants_figure = true;
    ui.wake_at = ImGui::GetTime();
  }
  if (keys.take(GLFW_KEY_O, GLFW_MOD_CONTROL)) overlays_.browser.open_any(workspace);
  if (keys.take(GLFW_KEY_V, GLFW_MOD_CONTROL)) open_copied_link(session, false);
  if (keys.take(GLFW_KEY_S, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT)) {
    overlays_.browser.save_scene(workspace);
  }
  if (overlays_.browser.is_open()) {
    leave_number(ui);
    overlays_.take_keys(keys, session);
  }
  if (keys.take(GLFW_KEY_Q, GLFW_MOD_CONTROL)) {
    glfwSetWindowShouldClose(glfwGetCurrentContext(), GLFW_TRUE);
  }
  if (keys.take(GLFW_KEY_F1)) overlays_.keys = !overlays_.keys;
  if (overlays_.keys && keys.take(GLFW_KEY_ESCAPE)) overlays_.keys = false;
  if (keys.take(GLFW_KEY_F5)) toggle_presenting(ui);
  if (keys.take(GLFW_KEY_F11)) toggle_full_screen(ui);
  take_type_size_keys(ui, workspace);
  if (!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup) && ui.focus.end_frame(keys)) {
    ImGui::SetWindowFocus(nullptr);  // commits text in a field
    leave_number(ui);
    ui.token = {};
  }
  if (keys.take(GLFW_KEY_H, GLFW_MOD_CONTROL)) {
    leave_number(ui);
    overlays_.history.toggle(workspace);
    overlays_.take_keys(keys, session);
  }
  if (keys.take(GLFW_KEY_1, GLFW_MOD_CONTROL)) desks_.show(Desk::kScene, session);
  if (keys.take(GLFW_KEY_2, GLFW_MOD_CONTROL)) desks_.show(Desk::kTrain, session);
  if (keys.take(GLFW_KEY_3, GLFW_MOD_CONTROL)) desks_.show(Desk::kLayers, session);
  if (belongs_to_text(ui)) return;
  bool& paints_target = workspace.look.learning.is_painting;
  const bool is_painting = workspace.look.painting || paints_target;
  if (ui.theme.appearance().presenting && !is_painting && keys.take(GLFW_KEY_ESCAPE)) {
    toggle_presenting(ui);
  }
  if (desks_.shown == Desk::kTrain) return desks_.train.take_keys(ui);
  if (desks_.shown == Desk::kLayers && session.files.imports.imported() != nullptr) {
    return desks_.layers.take_keys(ui, *session.files.imports.imported());
  }
  if (keys.take(GLFW_KEY_PAGE_UP)) walk_layers(session, -1);
  if (keys.take(GLFW_KEY_PAGE_DOWN)) walk_layers(session, 1);
  if (keys.take(GLFW_KEY_Z, GLFW_MOD_CONTROL)) workspace.undo();
  if (keys.take(GLFW_KEY_Z, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT) ||
      keys.take(GLFW_KEY_Y, GLFW_MOD_CONTROL)) {
    workspace.redo();
  }
  if (workspace.look.painting && keys.take(GLFW_KEY_ESCAPE)) workspace.look.painting = false;
  if (paints_target && keys.take(GLFW_KEY_ESCAPE)) paints_target = false;
  bool& shows_slope = workspace.look.slope.is_on;
  if (keys.take(GLFW_KEY_G)) shows_slope = !shows_slope;
  const auto head_count = std::ssize(workspace.scene().heads);
  if (keys.take(GLFW_KEY_H)) workspace.look.view.head = (workspace.head() + 1) % head_count;
  if (keys.take(GLFW_KEY_H, GLFW_MOD_SHIFT)) {
    workspace.look.view.head = (workspace.head() + head_count - 1) % head_count;
  }
  if (keys.take(GLFW_KEY_GRAVE_ACCENT)) workspace.look.snapshot.flip();
  if (keys.take(GLFW_KEY_ESCAPE)) workspace.look.view.selection.reset();
  if (keys.take(GLFW_KEY_LEFT)) walk_view(workspace, 0, -1);
  if (keys.take(GLFW_KEY_RIGHT)) walk_view(workspace, 0, 1);
  if (keys.take(GLFW_KEY_UP)) walk_view(workspace, -1, 0);
  if (keys.take(GLFW_KEY_DOWN)) walk_view(workspace, 1, 0);
  take_lesson_space(ui, session.course);
}

void Workbench::dialogs(Ui& ui, Session& session, const Box& box, Keyboard& aside) {
  Workspace& workspace = session.workspace;
  ExportDialog& exporter = overlays_.exporter;
  if (overlays_.is_modal()) std::swap(aside, ui.keys);
  if (const auto wish = std::exchange(workspace.look.panel_wish, std::nullopt)) {
    session.files.add_to_figure(*wish);
  }
  if (std::exchange(workspace.look.wants_figure, false) && !exporter.is_open()) {
    overlays_.figure.open(ui, session.files);
  }
  if (std::exchange(workspace.look.wants_picture, false)) {
    overlays_.browser.open_picture(workspace);
  }
  if (const auto path = overlays_.browser.take_picture()) session.files.choose_picture(*path);
  overlays_.figure.draw(ui, session.files, box);
  drawn_numbers_.all |= exporter.is_open();
  // Exports wait for missing numbers.
  if (const auto wish = workspace.has_all_numbers()
                            ? std::exchange(workspace.look.export_wish, std::nullopt)
                            : std::nullopt) {
    if (!wish->is_copied) {
      exporter.open(ui, workspace, wish->view, wish->evaluation);
    } else if (!session.course.is_asked()) {
      exporter.copy_picture(workspace, wish->view, wish->evaluation);
    }
  }
  exporter.draw(ui, session.course, box);
  overlays_.draw_import(ui, session, box);
  // A large scene opens later.
  if (workspace.look.wants_layers && workspace.opening() == nullptr) {
    workspace.look.wants_layers = false;
    desks_.show(Desk::kLayers, session);
    ui.wake_in(0);
  }
}

/// Menu bar; returns its lower end. In presenter mode it appears while the mouse is at the upper
/// edge, and for its keys.
float Workbench::menu(Ui& ui, Session& session) {
  const bool is_asked = take_menu_bar_keys(ui);
  if (!ui.theme.appearance().presenting) return menu_bar(ui, session, overlays_, desks_);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool is_in_window = mouse.x >= 0 && mouse.x < ImGui::GetIO().DisplaySize.x && mouse.y >= 0;
  const bool is_near = is_in_window && mouse.y <= std::max(menu_height_, ui.theme.px(3));
  const bool is_used = menu_height_ > 0 && ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  menu_height_ = is_near || is_used || is_asked ? menu_bar(ui, session, overlays_, desks_) : 0;
  return 0;
}

void Workbench::frame(Ui& ui, Session& session) {
  Workspace& workspace = session.workspace;
  ui.number_clicked = false;
  ui.wake_at.reset();
  ui.message_boxes.clear();
  drawn_numbers_ = {};
  ui.highlight.begin_frame();
  ui.focus.begin_frame();
  overlays_.take_keys(ui.keys, session);
  const bool is_modal = overlays_.is_modal();
  if (!is_modal && !belongs_to_text(ui)) lesson_keys(ui, session.course);
  const float top = menu(ui, session);  // a menu can be open above the dialog
  Keyboard aside;                       // keyboard input while a dialog is open
  if (is_modal) std::swap(aside, ui.keys);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0, top});
  ImGui::SetNextWindowSize({screen.x, screen.y - top});
  // The window's background is already cleared: each pixel costs with a software renderer.
  ImGui::Begin("workbench", nullptr,
               kFixed | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBackground);
  Box room{{0, top}, screen};
  // The hints refer to the Scene desk.
  if (shown_desk(session) == Desk::kScene) room = first_steps(ui, session, room, first_steps_);
  const std::optional<Notice> notice = notice_now(session);
  const Box notice_box = notice ? take_notice_box(ui.theme, *notice, room) : Box{};
  const std::optional<Cell> pointed = workspace.shown();
  columns(ui, session, room);
  // Another scene can come below a mouse that rests: parts drawn before the view show its cell,
  // too.
  if (workspace.shown() != pointed) ui.wake_at = ImGui::GetTime();
  ImGui::End();
  if (notice) draw_notice(ui, session, *notice, notice_box);
  dialogs(ui, session, {{0, top}, screen}, aside);
  overlays_.draw_over_all(ui, {{0, top}, screen});
  shortcuts(ui, session);
  if (ImGui::IsMouseClicked(0) && !ui.number_clicked) leave_number(ui);
  if (ImGui::IsMouseClicked(0)) ui.focus.leave();
  const Notices& notices = workspace.notices;
  if (!notices.message().empty() && ui.told.number != notices.told()) ui.wake_at = ImGui::GetTime();
  tooltip(ui);
  way_out_of_presenting(ui, room);
  ui.map.say("focus", ui.focus.name());
  keep_hidden(workspace, kept_hidden_);
  if (!ui.map.is_wanted()) return;
  ui.map.say("size", std::to_string(static_cast<int>(screen.x)) + " x " +
                         std::to_string(static_cast<int>(screen.y)));
  ui.map.say("undo", workspace.document().undo_label());
  ui.map.say("behind", workspace.evaluated().is_behind() ? "evaluating" : "");
  ui.map.say("view", format_view(workspace.look.view, "{}"));
  ui.map.draw(ui.theme.texts().texts());
}

}  // namespace attn::ui
