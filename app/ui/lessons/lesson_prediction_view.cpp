#include "app/ui/lessons/lesson_prediction_view.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson_text.h"
#include "app/session/words/view_kinds.h"
#include "app/session/workspace/lesson_course.h"
#include "app/ui/lessons/lesson_text_view.h"
#include "app/ui/toolkit/slider.h"
#include "app/ui/toolkit/word_button.h"

namespace attn::ui {
namespace {

using Kind = Prediction::Kind;

std::string number_words(double number) { return lesson_words(LessonValue{number, {}}); }

/// What is drawn behind an answer: chosen, or right though another was chosen.
enum class Mark { kNone, kNext, kRight, kWrong };

/// A line of words that can be pressed, wrapped to the panel's width.
bool option_line(Ui& ui, Pen& pen, const std::string& name, const std::vector<TextPiece>& label,
                 Mark mark, bool takes_mouse) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float padding = theme.px(9);
  const float height =
      lesson_words_height(theme, Face::kBody, label, pen.width - 2 * padding) + theme.px(10);
  const Box box = pen.take(height);
  pen.take(theme.px(5));
  const bool is_pressed = takes_mouse && button_area(ui, name, box);
  if (!takes_mouse) ui.map.add(name, box.min, box.max);
  const bool is_hovered = takes_mouse && ImGui::IsItemHovered();
  const ImU32 edge = mark == Mark::kRight   ? palette.good
                     : mark == Mark::kWrong ? palette.warning
                     : mark == Mark::kNext  ? palette.query
                                            : palette.hairline;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, is_hovered ? palette.hover : palette.field, theme.px(5));
  imgui::stroke_rect(list, box.min, box.max, is_hovered ? palette.query : edge, theme.px(5),
                     mark == Mark::kNone ? 1 : theme.px(2));
  Pen words{{box.min.x + padding, box.min.y + theme.px(6)}, box.width() - 2 * padding};
  lesson_words(ui, words, Face::kBody, palette.text, label);
  return is_pressed;
}

void choice(Ui& ui, Workspace& workspace, Pen& pen, const Prediction& prediction,
            const Facts& facts) {
  const PredictionAnswer* answer = workspace.lesson->play.answer();
  std::optional<std::size_t> pressed;
  for (std::size_t n = 0; n < prediction.options.size(); ++n) {
    const Prediction::Option& option = prediction.options[n];
    Mark mark = Mark::kNone;
    if (answer && option.is_right) mark = Mark::kRight;
    if (answer && answer->option == n && !option.is_right) mark = Mark::kWrong;
    const std::vector<TextPiece> label = fill(option.label, facts);
    if (option_line(ui, pen, "lesson.option." + std::to_string(n), label, mark, !answer)) {
      pressed = n;
    }
  }
  if (pressed) answer_lesson(workspace, {.option = *pressed});
}

bool confirm(Ui& ui, Pen& pen, std::string_view label, bool is_enabled) {
  pen.take(ui.theme.px(4));
  const Box box = pen.take(ui.theme.px(30));
  return word_button(ui, "lesson.answer", box, label, true, is_enabled);
}

void cell(Ui& ui, Workspace& workspace, Pen& pen) {
  const LessonPlay& play = workspace.lesson->play;
  const std::optional<Cell> chosen =
      play.answer() ? std::optional(play.answer()->cell) : workspace.pinned();
  std::string words = "Click a cell of the matrix.";
  if (chosen) {
    const Scene& scene = workspace.scene();
    const auto word = [](const std::vector<std::string>& all, Index n) {
      return n < static_cast<Index>(all.size()) ? all[static_cast<std::size_t>(n)] : "?";
    };
    words = "Query " + word(scene.query_tokens(), chosen->query) + ", key " +
            word(scene.tokens, chosen->key);
  }
  lesson_words(ui, pen, Face::kMedium, ui.theme.colors().secondary, {{.text = words}});
  if (play.answer()) return;
  if (confirm(ui, pen, "This cell", chosen.has_value()) && chosen) {
    answer_lesson(workspace, {.cell = *chosen});
  }
}

void order(Ui& ui, Workspace& workspace, Pen& pen, const Prediction& prediction) {
  LessonSession& lesson = *workspace.lesson;
  const PredictionAnswer* answer = lesson.play.answer();
  const std::vector<std::size_t>& chosen = answer ? answer->order : lesson.order;
  std::vector<std::size_t> right;
  if (answer) {
    try {
      right = right_order(prediction, lesson.play.facts(lesson.play.scenes().shown));
    } catch (const LessonError&) {
      right.clear();
    }
  }
  std::optional<std::size_t> pressed;
  for (std::size_t n = 0; n < prediction.items.size(); ++n) {
    const auto at = std::ranges::find(chosen, n);
    std::string label = prediction.items[n];
    Mark mark = Mark::kNone;
    if (at != chosen.end()) {
      const auto place = static_cast<std::size_t>(at - chosen.begin());
      label.insert(0, std::to_string(place + 1) + ".  ");
      mark = Mark::kNext;
      if (answer && place < right.size()) {
        const auto true_place =
            static_cast<std::size_t>(std::ranges::find(right, n) - right.begin());
        mark = true_place == place ? Mark::kRight : Mark::kWrong;
        if (true_place != place) label += "  (is " + std::to_string(true_place + 1) + ".)";
      }
    }
    const std::string name = "lesson.item." + std::to_string(n);
    if (option_line(ui, pen, name, {{.text = label}}, mark, !answer)) pressed = n;
  }
  if (answer) return;
  if (pressed && std::erase(lesson.order, *pressed) == 0) lesson.order.push_back(*pressed);
  const bool is_whole = lesson.order.size() == prediction.items.size();
  if (confirm(ui, pen, "This order", is_whole)) answer_lesson(workspace, {.order = lesson.order});
}

/// `place`, 0…1 of the range, as a number that can be said: a hundredth of the range apart, and
/// whole where no more is asked.
double number_at(const Prediction& prediction, float place) {
  const double range = prediction.high - prediction.low;
  const double finest = std::pow(10, std::floor(std::log10(range / 50)));
  const double unit = prediction.within >= 0.5 ? std::max(1.0, finest) : finest;
  return std::round((prediction.low + static_cast<double>(place) * range) / unit) * unit;
}

void number(Ui& ui, Workspace& workspace, Pen& pen, const Prediction& prediction) {
  LessonSession& lesson = *workspace.lesson;
  const Theme& theme = ui.theme;
  const PredictionAnswer* answer = lesson.play.answer();
  const double guess = answer ? answer->number : number_at(prediction, lesson.guess);
  const bool has_guess = answer || lesson.has_guess;
  const std::string words = has_guess ? "Your guess: " + number_words(guess) : "Drag to your guess";
  lesson_words(ui, pen, Face::kMedium, theme.colors().query, {{.text = words}});
  if (answer) return;
  const Box line = pen.take(theme.px(26));
  const SliderEdit edit = slider(ui, "lesson.guess", line, lesson.guess, 0.02F);
  if (edit.place) {
    lesson.guess = *edit.place;
    lesson.has_guess = true;
  }
  const Box ends = pen.take(theme.line_height(Face::kSmall));
  text_in(ui, ends, Face::kSmall, theme.colors().faint, number_words(prediction.low), 0);
  text_in(ui, ends, Face::kSmall, theme.colors().faint, number_words(prediction.high), 1);
  if (confirm(ui, pen, "This number", lesson.has_guess)) {
    answer_lesson(workspace, {.number = number_at(prediction, lesson.guess)});
  }
}

void verdict(Ui& ui, Workspace& workspace, Pen& pen, const Prediction& prediction) {
  const LessonPlay& play = workspace.lesson->play;
  const Palette& palette = ui.theme.colors();
  const bool is_right = play.was_right();
  const std::string verdict = is_right ? "As you predicted." : "Not as you predicted.";
  const std::vector<TextPiece> words =
      fill(words_about(prediction, *play.answer(), is_right), play.facts(play.scenes().shown));
  pen.take(ui.theme.px(4));
  lesson_words(ui, pen, Face::kMedium, is_right ? palette.good : palette.warning,
               {{.text = verdict}});
  pen.take(ui.theme.px(3));
  lesson_words(ui, pen, Face::kBody, palette.text, words);
  ui.map.say("lesson.verdict", verdict + " " + plain_text(words));
}

}  // namespace

bool withheld_view(Ui& ui, Workspace& workspace, const Box& box) {
  if (!workspace.lesson || !workspace.lesson->play.is_asked()) return false;
  const ViewKind& kind = view_kind(workspace.look.view);
  if (!workspace.look.view.hidden.contains(std::string(kind.part))) return false;
  constexpr std::string_view kWords = "What is asked shows here: it comes with your answer";
  text_in(ui, box, Face::kBody, ui.theme.colors().secondary, kWords, 0.5F);
  ui.map.say("lesson.withheld", std::string(kind.id));
  // No view is there to take them.
  workspace.look.wants_export = false;
  workspace.look.hovered.reset();
  return true;
}

void lesson_prediction(Ui& ui, Workspace& workspace, Pen& pen, const Facts& facts) {
  const Theme& theme = ui.theme;
  // The answer may make the step's scene another one, but never its prediction.
  const Prediction prediction = *workspace.lesson->play.step().prediction;
  heading(ui, pen, "PREDICT");
  lesson_words(ui, pen, Face::kMedium, theme.colors().text,
               fill(prediction.question, facts.at_start()));
  pen.take(theme.px(6));
  const bool was_asked = workspace.lesson->play.is_asked();
  switch (prediction.kind) {
    case Kind::kChoice:
      choice(ui, workspace, pen, prediction, facts);
      break;
    case Kind::kCell:
      cell(ui, workspace, pen);
      break;
    case Kind::kOrder:
      order(ui, workspace, pen, prediction);
      break;
    default:
      number(ui, workspace, pen, prediction);
  }
  if (!was_asked) verdict(ui, workspace, pen, prediction);
  pen.take(theme.px(10));
}

}  // namespace attn::ui
