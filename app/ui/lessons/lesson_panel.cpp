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

namespace attn::ui {
namespace {

constexpr float kLessonFoot = 48;  // height of the footer

constexpr float kPitch = 59, kDot = 12, kBetween = 10;

class StepDots {
 public:
  StepDots(Ui& ui, const LessonSession& lesson, Pen& pen)
      : ui_(ui), lesson_(lesson), steps_(lesson.play.lesson().steps) {
    dots_ = pen.take(ui.theme.px(18));
    pen.take(ui.theme.px(5));
    titles_ = pen.take(ui.theme.line_height(Face::kSmall));
    const float last = std::max(ui.theme.px(kDot), widest_title(steps_.size() - 1));
    const auto gaps = static_cast<float>(std::max<std::size_t>(1, steps_.size() - 1));
    float wanted = ui.theme.px(kPitch);
    for (std::size_t n = 0; n < steps_.size(); ++n) {
      wanted = std::max(wanted, widest_title(n) + ui.theme.px(kBetween));
    }
    pitch_ = std::min(wanted, std::max(0.F, dots_.width() - last) / gaps);
  }

  std::optional<std::size_t> draw() {
    std::optional<std::size_t> pressed;
    for (std::size_t n = 0; n < steps_.size(); ++n) draw_way(n);
    for (std::size_t n = 0; n < steps_.size(); ++n) {
      if (take(n)) pressed = n;
      draw_dot(n, ImGui::IsItemHovered());
    }
    draw_titles();
    return pressed;
  }

 private:
  std::size_t at() const { return lesson_.play.at(); }
  bool is_seen(std::size_t n) const { return n <= lesson_.seen; }
  bool can_go(std::size_t n) const { return is_seen(n) || ui_.theme.appearance().presenting; }
  float x_of(std::size_t n) const { return dots_.min.x + pitch_ * static_cast<float>(n); }
  ImVec2 center_of(std::size_t n) const {
    return {x_of(n) + ui_.theme.px(kDot / 2), (dots_.min.y + dots_.max.y) / 2};
  }
  float title_width(std::size_t n) const {
    return text_size(ui_.theme, n == at() ? Face::kCaption : Face::kSmall, steps_[n].dot_title()).x;
  }

  /// Width of the current step's style, so that dots never move between steps.
  float widest_title(std::size_t n) const {
    return text_size(ui_.theme, Face::kCaption, steps_[n].dot_title()).x;
  }

  /// Draws the line to the next dot.
  void draw_way(std::size_t n) const {
    if (n + 1 == steps_.size()) return;
    const Palette& palette = ui_.theme.colors();
    const ImU32 color = is_seen(n + 1) ? palette.query : palette.hairline;
    imgui::list()->AddLine(center_of(n), center_of(n + 1), color, ui_.theme.px(2));
  }

  bool take(std::size_t n) {
    const float right = n + 1 < steps_.size() ? std::max(x_of(n + 1), x_of(n) + 1) : dots_.max.x;
    const Box box{{x_of(n), dots_.min.y}, {right, titles_.max.y}};
    const std::string name = "lesson.step." + std::to_string(n);
    if (can_go(n)) return button_area(ui_, name, box);
    hit_area(ui_, name + ".to-come", box);
    return false;
  }

  void draw_dot(std::size_t n, bool is_hovered) const {
    const Theme& theme = ui_.theme;
    const Palette& palette = theme.colors();
    ImDrawList* list = imgui::list();
    const ImVec2 center = center_of(n);
    const float radius = std::min(theme.px(kDot / 2), std::max(theme.px(2), pitch_ / 2));
    if (n == at()) {
      list->AddCircleFilled(center, radius + theme.px(2), palette.panel, 32);
      draw_ring(theme, center, radius + theme.px(2), palette.query);
      list->AddCircleFilled(center, radius * 0.5F, palette.query, 24);
    } else if (n < lesson_.seen) {
      draw_ticked(theme, center, radius, palette.query);
    } else {
      list->AddCircleFilled(center, radius, palette.panel, 24);
      const ImU32 color = is_seen(n) || (is_hovered && can_go(n)) ? palette.query : palette.faint;
      list->AddCircle(center, radius - theme.px(1), color, 24, theme.px(1));
    }
  }

  /// Draws titles uncut: those that do not fit are left out, except the current step's.
  void draw_titles() {
    const Theme& theme = ui_.theme;
    const float gap = theme.px(5);
    const float width = title_width(at());
    const float begin = std::max(titles_.min.x, std::min(x_of(at()), titles_.max.x - width));
    const float end = begin + width;
    for (std::size_t n = 0; n < steps_.size(); ++n) {
      theme.need_glyphs(steps_[n].dot_title());
      const bool is_present = n == at();
      const float x = is_present ? begin : x_of(n);
      const float right = n + 1 < steps_.size() ? x_of(n + 1) - gap : titles_.max.x;
      const bool meets = x < end + gap && x + title_width(n) > begin - gap;
      if (!is_present && (meets || x + title_width(n) > right)) continue;
      const ImU32 color = is_present   ? theme.colors().query
                          : is_seen(n) ? theme.colors().text
                                       : theme.colors().secondary;
      const Box box = titles_.columns(x, x + title_width(n));
      const Face face = is_present ? Face::kCaption : Face::kSmall;
      text_in(ui_, box, face, color,
              shortened_in(ui_, box.left_of(titles_.max.x), face, steps_[n].dot_title()), 0);
    }
  }

  Ui& ui_;
  const LessonSession& lesson_;
  const std::vector<LessonStep>& steps_;
  Box dots_, titles_;
  float pitch_ = 0;
};

/// "Lesson 1 · A weighted mean"
std::string headed(const std::string& title) {
  const bool has_number = !title.empty() && title[0] >= '0' && title[0] <= '9';
  return (has_number ? "Lesson " : "") + title;
}

/// Draws the open lesson's title, "step 3 of 6", and a dot for each step with its title below if it
/// fits: done ones ticked, the current one ringed, later ones hollow. Returns the clicked step: one
/// already seen, in presenter mode any.
std::optional<std::size_t> lesson_steps(Ui& ui, LessonAccess access, Pen& pen) {
  const Theme& theme = ui.theme;
  const LessonSession& lesson = access.lesson();
  const std::string at = "step " + std::to_string(lesson.play.at() + 1) + " of " +
                         std::to_string(lesson.play.lesson().steps.size());
  const Box line = pen.take(theme.line_height(Face::kSmall));
  const float width = text_size(theme, Face::kSmall, at).x;
  text_in(ui, line, Face::kSmall, theme.colors().secondary, at, 1);
  const Box title = line.left_of(line.max.x - width - theme.px(14));
  const std::string name = headed(lesson.play.lesson().title);
  theme.need_glyphs(name);
  cut_rich_in(ui, title, Face::kSmall, theme.colors().secondary, name);
  pen.take(theme.px(12));
  const auto pressed = StepDots(ui, lesson, pen).draw();
  pen.take(theme.px(20));
  return pressed;
}

bool foot_button(Ui& ui, std::string_view name, const Box& box, std::string_view label,
                 bool is_next, bool is_enabled) {
  return word_button(ui, name, box, label, is_next, is_enabled, Face::kTextMedium);
}

/// The hint that can be requested now.
const std::vector<TextBlock>* hint_of(const LessonPlay& play) {
  if (play.is_asked()) return &play.step().prediction->hint;
  return play.goal() != nullptr ? &play.goal()->hint : nullptr;
}

/// Draws "Hint", then for a goal "Show me"; if neither remains "Back".
void left_button(Ui& ui, LessonAccess access, const Box& box, const LessonPlay& play,
                 bool is_done) {
  const std::vector<TextBlock>* hint = is_done ? nullptr : hint_of(play);
  if (access.lesson().way) {
    foot_button(ui, "lesson.way", box, "Look …", false, false);
  } else if (hint != nullptr && !hint->empty() && !access.lesson_look().shows_hint) {
    if (!foot_button(ui, "lesson.hint", box, "Hint", false, true)) return;
    access.lesson_look().shows_hint = true;
    access.lesson_look().reveals_end = 2;
  } else if (hint != nullptr && play.goal() != nullptr) {
    if (foot_button(ui, "lesson.way", box, "Show me", false, true)) {
      access.course.play_solution(ImGui::GetTime());
    }
  } else {
    const bool is_start = access.course.is_at_start_of_step();
    const bool can = !is_start || play.at() > 0;
    if (foot_button(ui, "lesson.back", box, is_start ? "Back" : "Again", false, can)) {
      access.course.go_back();
    }
  }
}

/// Footer of the panel: at the left a hint, the solution, or Back; at the right the button to
/// continue, tonal until the step is done. Carries out clicks. `play`: snapshot from the start of
/// the panel.
void lesson_foot(Ui& ui, LessonAccess access, const Box& box, const LessonPlay& play,
                 bool is_done) {
  const float gap = ui.theme.px(10);
  const Box left = box.left_of(box.min.x + ui.theme.px(92));
  const Box right = box.right_of(left.max.x + gap);
  const std::string_view label = !play.is_last()                    ? "Continue"
                                 : access.course.next().has_value() ? "Next lesson"
                                                                    : "Finish";
  if (!is_done) hit_area(ui, "lesson.next.waits", right);
  const bool goes_on = foot_button(ui, "lesson.next", right, label, true, is_done);
  left_button(ui, access, left, play, is_done);
  if (goes_on) access.course.go_on();
}

void title(Ui& ui, Pen& pen, const LessonPlay& play, const Facts& facts) {
  lesson_words(ui, pen, Face::kHeading, ui.theme.colors().text, fill(play.step().title, facts));
  pen.take(ui.theme.px(8));
}

/// Draws the requested hint of the current question or goal.
void hint(Ui& ui, LessonAccess access, Pen& pen, const LessonPlay& play, const Facts& facts) {
  if (!access.lesson_look().shows_hint) return;
  const std::vector<TextBlock>* words = hint_of(play);
  if (words == nullptr || words->empty()) return;
  const Theme& theme = ui.theme;
  ImDrawList* list = imgui::list();
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
  fill_box(box, theme.colors().field, theme.px(8));
  fill_box(box.left_of(box.min.x + theme.px(3)), theme.colors().query);
  list->ChannelsMerge();
  ui.map.add("lesson.hint-text", box.min, box.max);
  pen.take(theme.px(10));
}

void notes(Ui& ui, LessonAccess access, Pen& pen, const Facts& facts) {
  const LessonSession& lesson = access.lesson();
  if (!lesson.look.shows_notes || !ui.theme.appearance().presenting) return;
  if (lesson.play.step().notes.empty()) return;
  const Theme& theme = ui.theme;
  const auto rule = [&] {
    const Box line = pen.take(theme.px(2));
    fill_box(line, theme.colors().warning);
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
void follow_solution(Ui& ui, LessonAccess access) {
  if (!access.lesson().way) return;
  ui.highlight.light(access.course.follow_solution(ImGui::GetTime()));
  ui.wake_at = ImGui::GetTime();
}

}  // namespace

void draw_ticked(const Theme& theme, ImVec2 center, float radius, ImU32 color) {
  imgui::list()->AddCircleFilled(center, radius, color, 32);
  const ImVec2 tick[] = {{center.x - 0.45F * radius, center.y + 0.02F * radius},
                         {center.x - 0.1F * radius, center.y + 0.36F * radius},
                         {center.x + 0.46F * radius, center.y - 0.32F * radius}};
  const float line = std::max(1.F, 0.22F * radius);
  imgui::list()->AddLine(tick[0], tick[1], theme.colors().on_accent, line);
  imgui::list()->AddLine(tick[1], tick[2], theme.colors().on_accent, line);
}

void draw_ring(const Theme& theme, ImVec2 center, float radius, ImU32 color) {
  imgui::list()->AddCircle(center, radius - theme.px(1), color, 32, theme.px(2));
}

void lesson_rule(Ui& ui, Pen& pen) {
  const Theme& theme = ui.theme;
  pen.take(theme.px(6));
  const Box line = pen.take(theme.px(1));
  fill_box(line, theme.colors().hairline);
  pen.take(theme.px(16));
}

void lesson_panel(Ui& ui, LessonAccess access, const Box& box) {
  if (!access->has_all_numbers()) return;  // goals may depend on any number
  const Theme& theme = ui.theme;
  follow_solution(ui, access);
  if (!ImGui::IsMouseDown(0)) access.course.mark_reached_goals();
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
  lesson_foot(ui, access, box.below(box.max.y - foot), play, is_done);
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
      training != nullptr && !play.is_asked() && !access.lesson().trains_itself() &&
      (training->is_playing() || !is_done || training->history().last_step() == 0);
  if (!(is_to_learn || is_done) || !ui.keys.take(GLFW_KEY_SPACE)) return;
  if (!is_to_learn) return access.course.go_on();
  training->is_playing() ? training->pause() : training->play();
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
