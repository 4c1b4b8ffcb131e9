#include "app/ui/lessons/lesson_panel.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include <GLFW/glfw3.h>

#include "app/document/lessons/lesson_text.h"
#include "app/document/view/view_state.h"
#include "app/session/workspace/lesson_course.h"
#include "app/ui/lessons/lesson_prediction_view.h"
#include "app/ui/lessons/lesson_text_view.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/word_button.h"

namespace attn::ui {
namespace {

/// Whether the scene is as it was when the step began.
bool is_at_start(const Workspace& workspace) {
  const LessonPlay& play = workspace.lesson->play;
  const Scene& start = play.scenes().start.scene;
  return same_computation(workspace.scene(), start) && workspace.scene().tokens == start.tokens &&
         !play.answer();
}

void go_back(Workspace& workspace) {
  const std::size_t at = workspace.lesson->play.at();
  go_to_lesson_step(workspace, is_at_start(workspace) && at > 0 ? at - 1 : at);
}

/// "2 of 6 ● ● ○ ○ ○ ○": a dot for each step, that can be gone to.
void step_dots(Ui& ui, Workspace& workspace, Pen& pen) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const LessonPlay& play = workspace.lesson->play;
  const std::size_t count = play.lesson().steps.size();
  const float pitch = std::min(theme.px(18), pen.width / static_cast<float>(count));
  const Box line = pen.take(theme.px(18));
  std::optional<std::size_t> wanted;
  for (std::size_t n = 0; n < count; ++n) {
    const float x = line.min.x + pitch * static_cast<float>(n);
    const Box box{{x, line.min.y}, {x + pitch, line.max.y}};
    if (button_area(ui, "lesson.step." + std::to_string(n), box)) wanted = n;
    const ImVec2 center(x + theme.px(6), (line.min.y + line.max.y) / 2);
    const bool is_hovered = ImGui::IsItemHovered();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float radius = theme.px(n == play.at() ? 5 : 4);
    if (n <= play.at()) {
      list->AddCircleFilled(center, radius, n == play.at() ? palette.query : palette.secondary, 24);
    } else {
      list->AddCircle(center, radius, is_hovered ? palette.query : palette.faint, 24, theme.px(1));
    }
  }
  pen.take(theme.px(6));
  if (wanted) go_to_lesson_step(workspace, *wanted);
}

void title(Ui& ui, Workspace& workspace, Pen& pen, const Facts& facts) {
  const Theme& theme = ui.theme;
  const LessonPlay& play = workspace.lesson->play;
  const float room = pen.width - theme.px(24);
  const std::string lesson = shortened_rich(theme, Face::kSmall, play.lesson().title, room);
  theme.need_glyphs(play.lesson().title);
  const Box line = pen.take(theme.line_height(Face::kSmall) + theme.px(6));
  rich_in(ui, line, Face::kSmall, theme.colors().secondary, lesson, 0);
  pen.take(theme.px(2));
  lesson_words(ui, pen, Face::kTitle, theme.colors().text, fill(play.step().title, facts));
  pen.take(theme.px(10));
}

/// "○ Not yet" or "● Done": in words, since colour alone does not tell everybody.
void goal_line(Ui& ui, const LessonPlay& play, const Box& line, bool is_met) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const ImVec2 center(line.min.x + theme.px(7), (line.min.y + line.max.y) / 2);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool has_goal = !play.step().goals.empty();
  std::string words;
  if (play.is_asked()) {
    words = "Predict first";
  } else if (has_goal) {
    words = is_met ? "Done" : "Not yet";
  } else {
    return;
  }
  if (is_met) {
    list->AddCircleFilled(center, theme.px(5), palette.good, 24);
  } else {
    list->AddCircle(center, theme.px(5), palette.faint, 24, theme.px(2));
  }
  text_in(ui, {{line.min.x + theme.px(18), line.min.y}, line.max}, Face::kMedium,
          is_met ? palette.good : palette.secondary, words, 0);
  ui.map.say("lesson.goal", words);
}

enum class Press { kNone, kNext, kBack, kLeave };

/// The panel's foot: whether the goal is met, and the buttons.
Press foot(Ui& ui, const Workspace& workspace, const Box& box, bool is_done) {
  const Theme& theme = ui.theme;
  const LessonPlay& play = workspace.lesson->play;
  Pen pen{box.min, box.width()};
  ImGui::GetWindowDrawList()->AddLine(box.min, {box.max.x, box.min.y}, theme.colors().hairline, 1);
  pen.take(theme.px(5));
  const Box state = pen.take(theme.px(22));
  goal_line(ui, play, state, is_done);
  pen.take(theme.px(5));
  const Box line = pen.take(theme.px(32));
  const float gap = theme.px(6);
  const float back_width = (line.width() - gap) * 0.42F;
  const Box back{line.min, {line.min.x + back_width, line.max.y}};
  const Box next{{back.max.x + gap, line.min.y}, line.max};
  const bool is_start = is_at_start(workspace);
  const bool can_go_back = !is_start || play.at() > 0;
  Press press = Press::kNone;
  if (word_button(ui, "lesson.back", back, is_start ? "Back" : "Start again", false, can_go_back)) {
    press = Press::kBack;
  }
  if (word_button(ui, "lesson.next", next, play.is_last() ? "Finish" : "Continue", true, is_done)) {
    press = Press::kNext;
  }
  float end = 0;
  const float x = state.max.x - text_size(theme, Face::kSmall, "Leave").x;
  if (link(ui, "lesson.leave", Face::kSmall, {x, state.min.y + theme.px(4)}, "Leave", end)) {
    press = Press::kLeave;
  }
  return press;
}

void notes(Ui& ui, Workspace& workspace, Pen& pen, const Facts& facts) {
  const LessonSession& lesson = *workspace.lesson;
  if (!lesson.shows_notes || !ui.theme.appearance().presenting) return;
  if (lesson.play.step().notes.empty()) return;
  const Theme& theme = ui.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto rule = [&] {
    const Box line = pen.take(theme.px(2));
    list->AddRectFilled(line.min, line.max, theme.colors().warning);
    pen.take(theme.px(8));
  };
  ui.map.add("lesson.notes", pen.at, {pen.at.x + pen.width, pen.at.y + theme.px(20)});
  rule();
  heading(ui, pen, "NOTES", "F6");
  lesson_text(ui, workspace, pen, "lesson.notes", lesson.play.step().notes, facts);
  rule();
}

/// Scrolls to the end where something came there: an answer's words, the button for a marked cell.
void reveal_end(Workspace& workspace) {
  if (!workspace.lesson) return;
  LessonSession& lesson = *workspace.lesson;
  const auto& prediction = lesson.play.step().prediction;
  const bool asks_cell = lesson.play.is_asked() && prediction->kind == Prediction::Kind::kCell;
  const std::optional<Cell> marked = asks_cell ? workspace.pinned() : std::nullopt;
  if (marked && marked != lesson.marked) lesson.reveals_end = 2;
  lesson.marked = marked;
  if (lesson.reveals_end == 0) return;
  --lesson.reveals_end;
  ImGui::SetScrollHereY(1);
}

}  // namespace

void lesson_panel(Ui& ui, Workspace& workspace, const Box& box) {
  if (!workspace.has_all_numbers()) return;  // goals may ask for any number
  const Theme& theme = ui.theme;
  // Edits and clicks of this frame are for the next one's text.
  const auto shown = workspace.shared_evaluation();
  const ViewState view = workspace.look.view;
  // A button of this panel may end the lesson or go on to its next step: the panel is drawn to its
  // end for the step at which it began.
  const LessonPlay play = workspace.lesson->play;
  const Facts facts = play.facts(*shown, &view);
  ui.map.add("lesson", box.min, box.max);
  const float foot_height = theme.px(66);
  const Box text{box.min, {box.max.x, box.max.y - foot_height - theme.px(6)}};
  ImGui::SetCursorScreenPos(text.min);
  const float margin = theme.px(12);
  ImGui::BeginChild("lesson", {text.width() + margin, text.height()}, false,
                    ImGuiWindowFlags_NoNav);
  if (std::exchange(workspace.lesson->is_fresh, false)) ImGui::SetScrollY(0);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  Pen pen{origin, text.width() - theme.px(4)};
  step_dots(ui, workspace, pen);
  if (workspace.lesson && workspace.lesson->play.at() == play.at()) {
    title(ui, workspace, pen, facts);
    notes(ui, workspace, pen, facts);
    if (play.at() == 0) lesson_text(ui, workspace, pen, "lesson.about", play.lesson().about, facts);
    lesson_text(ui, workspace, pen, "lesson", play.step().text, facts);
    if (play.step().prediction) lesson_prediction(ui, workspace, pen, facts);
  }
  ImGui::SetCursorScreenPos({origin.x, pen.at.y});
  ImGui::Dummy({1, 1});
  reveal_end(workspace);
  ImGui::EndChild();
  const Box below{{box.min.x, box.max.y - foot_height}, box.max};
  switch (foot(ui, workspace, below, play.is_done(*shown, &view))) {
    case Press::kNext:
      finish_lesson_step(workspace);
      break;
    case Press::kBack:
      go_back(workspace);
      break;
    case Press::kLeave:
      leave_lesson(workspace);
      break;
    default:
      break;
  }
}

void lesson_keys(Ui& ui, Workspace& workspace) {
  if (!workspace.lesson || !workspace.has_all_numbers()) return;
  if (ui.keys.take(GLFW_KEY_F6) && ui.theme.appearance().presenting) {
    workspace.lesson->shows_notes = !workspace.lesson->shows_notes;
  }
  // Where a control has the keyboard, Space presses it; to a number that is not typed it is
  // nothing.
  const bool has_number = ui.number.mode != NumberFocus::Mode::kNone;
  if (!ui.focus.name().empty() && !has_number) return;
  if (!has_number && ui.keys.take(GLFW_KEY_BACKSPACE)) return go_back(workspace);
  take_lesson_space(ui, workspace);
}

void take_lesson_space(Ui& ui, Workspace& workspace) {
  if (!workspace.lesson ||
      !workspace.lesson->play.is_done(workspace.evaluation(), &workspace.look.view))
    return;
  if (ui.keys.take(GLFW_KEY_SPACE)) finish_lesson_step(workspace);
}

LessonSide choose_side(Ui& ui, Workspace& workspace, Box& box, bool is_tight) {
  constexpr std::string_view kLabels[] = {"Lesson", "Inputs", "How"};
  const std::span<const std::string_view> labels(kLabels, is_tight ? 3 : 2);
  int chosen =
      std::min(static_cast<int>(workspace.lesson->side), static_cast<int>(labels.size()) - 1);
  segmented(ui, "lesson.side", box.min, ui.theme.px(28), labels, chosen);
  workspace.lesson->side = static_cast<LessonSide>(chosen);
  box.min.y += ui.theme.px(38);
  return workspace.lesson->side;
}

}  // namespace attn::ui
