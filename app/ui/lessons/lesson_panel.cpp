#include "app/ui/lessons/lesson_panel.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <GLFW/glfw3.h>

#include "app/document/lessons/lesson_text.h"
#include "app/document/view/view_state.h"
#include "app/ui/lessons/lesson_text_view.h"
#include "app/ui/lessons/lesson_views.h"

namespace attn::ui {
namespace {

void title(Ui& ui, Pen& pen, const LessonPlay& play, const Facts& facts) {
  lesson_words(ui, pen, Face::kHeading, ui.theme.colors().text, fill(play.step().title, facts));
  pen.take(ui.theme.px(8));
}

/// Draws the requested hint of the current question or goal.
void hint(Ui& ui, LessonAccess access, Pen& pen, const LessonPlay& play, const Facts& facts) {
  if (!access.lesson_look().shows_hint) return;
  const std::vector<TextBlock>* words = nullptr;
  if (play.is_asked()) words = &play.step().prediction->hint;
  if (play.goal() != nullptr) words = &play.goal()->hint;
  if (words == nullptr || words->empty()) return;
  const Theme& theme = ui.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->ChannelsSplit(2);
  list->ChannelsSetCurrent(1);
  const ImVec2 top = pen.at;
  pen.take(theme.px(10));
  Pen inner{{pen.at.x + theme.px(12), pen.at.y}, pen.width - theme.px(24)};
  lesson_text(ui, access, inner, "lesson.hint-text", *words, facts);
  pen.at.y = inner.at.y;
  pen.take(theme.px(1));
  list->ChannelsSetCurrent(0);
  const Box box{top, {top.x + pen.width, pen.at.y}};
  list->AddRectFilled(box.min, box.max, theme.colors().field, theme.px(8));
  list->AddRectFilled(box.min, {box.min.x + theme.px(3), box.max.y}, theme.colors().query);
  list->ChannelsMerge();
  ui.map.add("lesson.hint-text", box.min, box.max);
  pen.take(theme.px(10));
}

void notes(Ui& ui, LessonAccess access, Pen& pen, const Facts& facts) {
  const LessonSession& lesson = access.lesson();
  if (!lesson.look.shows_notes || !ui.theme.appearance().presenting) return;
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
  lesson_text(ui, access, pen, "lesson.notes", lesson.play.step().notes, facts);
  rule();
}

/// Scrolls to the end if something appeared there: feedback, a hint, the button for a marked cell.
void reveal_end(LessonAccess access) {
  if (!access.course.lesson()) return;
  const LessonPlay& play = access.lesson().play;
  LessonLook& look = access.lesson_look();
  const auto& prediction = play.step().prediction;
  const bool asks_cell = play.is_asked() && prediction->kind == Prediction::Kind::kCell;
  const std::optional<Cell> marked = asks_cell ? access->pinned() : std::nullopt;
  if (marked && marked != look.marked) look.reveals_end = 2;
  look.marked = marked;
  if (look.reveals_end == 0) return;
  --look.reveals_end;
  ImGui::SetScrollHereY(1);
}

/// "Predict first", "Not yet", "Done"; empty if there is nothing to do.
std::string state_words(const LessonPlay& play, bool is_done) {
  if (play.is_asked()) return "Predict first";
  if (play.step().goals.empty()) return "";
  return is_done ? "Done" : "Not yet";
}

/// Advances the solution that is being played.
void follow_way(Ui& ui, LessonAccess access) {
  if (!access.lesson().way) return;
  ui.highlight.light(access.course.follow_way(ImGui::GetTime()));
  ui.wake_at = ImGui::GetTime();
}

}  // namespace

void lesson_panel(Ui& ui, LessonAccess access, const Box& box) {
  if (!access->has_all_numbers()) return;  // goals may depend on any number
  const Theme& theme = ui.theme;
  follow_way(ui, access);
  if (!ImGui::IsMouseDown(0)) access.course.see_goals();
  // Edits and clicks of this frame apply to the next frame's text.
  const auto shown = access->evaluated().shared();
  const ViewState view = access.look.view;
  // A button of this panel may end the lesson or go to its next step: the rest of the panel is
  // drawn for the step at its start.
  const LessonPlay play = access.lesson().play;
  const Facts facts = play.facts(*shown, &view);
  const bool is_done = play.is_done(*shown, &view);
  ui.map.add("lesson", box.min, box.max);
  ui.map.say("lesson.goal", state_words(play, is_done));
  const float foot = theme.px(kLessonFoot);
  Pen top{box.min, box.width()};
  const std::optional<std::size_t> chosen = lesson_steps(ui, access, top);
  const Box text{top.at, {box.max.x, box.max.y - foot - theme.px(10)}};
  const float margin = theme.px(12);  // left: finished steps; right: the scrollbar
  ImGui::SetCursorScreenPos({text.min.x - margin, text.min.y});
  ImGui::BeginChild("lesson", {text.width() + 2 * margin, text.height()}, false,
                    ImGuiWindowFlags_NoNav);
  if (std::exchange(access.lesson_look().is_fresh, false)) ImGui::SetScrollY(0);
  const ImVec2 origin(ImGui::GetCursorScreenPos().x + margin, ImGui::GetCursorScreenPos().y);
  Pen pen{origin, text.width() - theme.px(4)};
  title(ui, pen, play, facts);
  notes(ui, access, pen, facts);
  if (play.at() == 0) lesson_text(ui, access, pen, "lesson.about", play.lesson().about, facts);
  lesson_text(ui, access, pen, "lesson", play.step().text, facts);
  if (play.step().prediction) lesson_prediction(ui, access, pen, facts);
  lesson_goals(ui, access, pen, play, facts);
  hint(ui, access, pen, play, facts);
  ImGui::SetCursorScreenPos({origin.x, pen.at.y});
  ImGui::Dummy({1, 1});
  reveal_end(access);
  ImGui::EndChild();
  lesson_foot(ui, access, {{box.min.x, box.max.y - foot}, box.max}, play, is_done);
  if (chosen && access.course.lesson()) access.course.go_to_step(*chosen);
}

void lesson_keys(Ui& ui, LessonAccess access) {
  if (!access.course.lesson() || !access->has_all_numbers()) return;
  if (ui.keys.take(GLFW_KEY_F6) && ui.theme.appearance().presenting) {
    LessonLook& look = access.lesson_look();
    look.shows_notes = !look.shows_notes;
  }
  // A focused control uses Space; a focused number without typing does not.
  const bool has_number = ui.number.mode != NumberFocus::Mode::kNone;
  if (!ui.focus.name().empty() && !has_number) return;
  if (!has_number && ui.keys.take(GLFW_KEY_BACKSPACE)) return access.course.go_back();
  take_lesson_space(ui, access);
}

void take_lesson_space(Ui& ui, LessonAccess access) {
  if (!access.course.lesson()) return;
  const LessonPlay& play = access.lesson().play;
  const bool is_done = play.is_done(access->evaluation(), &access.look.view);
  // While a network is training Space is Play, as on the Train desk.
  TrainingDesk* const training = access.lesson().training.get();
  const bool is_to_learn =
      training != nullptr && !play.is_asked() &&
      (training->is_playing() || !is_done || training->history().last_step() == 0);
  if (!(is_to_learn || is_done) || !ui.keys.take(GLFW_KEY_SPACE)) return;
  if (!is_to_learn) return access.course.go_on();
  if (training->is_playing()) {
    training->pause();
  } else {
    training->play();
  }
}

LessonSide choose_side(Ui& ui, LessonAccess access, Box& box, bool is_tight) {
  constexpr std::string_view kLabels[] = {"Lesson", "Inputs", "How"};
  const std::span<const std::string_view> labels(kLabels, is_tight ? 3 : 2);
  LessonSide& side = access.lesson_look().side;
  int chosen = std::min(static_cast<int>(side), static_cast<int>(labels.size()) - 1);
  segmented(ui, "lesson.side", box.min, ui.theme.px(28), labels, chosen);
  side = static_cast<LessonSide>(chosen);
  box.min.y += ui.theme.px(38);
  return side;
}

}  // namespace attn::ui
