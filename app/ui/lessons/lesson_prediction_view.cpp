#include <span>
#include <string>

#include "app/document/lessons/lesson_text.h"
#include "app/document/view/view_kinds.h"
#include "app/ui/lessons/lesson_text_view.h"
#include "app/ui/lessons/lesson_views.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {
namespace {

using Kind = Prediction::Kind;

constexpr std::string_view kConfirm = "Check my answer";

/// Mark of an answer: right, or chosen and wrong.
enum class Mark { kNone, kRight, kWrong };

/// Clickable text, wrapped to the panel's width.
bool option_line(Ui& ui, Pen& pen, const std::string& name, const std::vector<TextPiece>& label,
                 Mark mark, bool takes_mouse) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float padding = theme.px(10);
  const float height =
      lesson_words_height(theme, Face::kText, label, pen.width - 2 * padding) + theme.px(12);
  const Box box = pen.take(height);
  pen.take(theme.px(6));
  const bool is_pressed = takes_mouse && button_area(ui, name, box);
  if (!takes_mouse) ui.map.add(name, box.min, box.max);
  const bool is_hovered = takes_mouse && ImGui::IsItemHovered();
  const ImU32 edge = mark == Mark::kRight   ? palette.good
                     : mark == Mark::kWrong ? palette.warning
                                            : palette.hairline;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, is_hovered ? palette.hover : palette.field, theme.px(6));
  imgui::stroke_rect(list, box.min, box.max, is_hovered ? palette.query : edge, theme.px(6),
                     mark == Mark::kNone ? 1 : theme.px(2));
  Pen words{{box.min.x + padding, box.min.y + theme.px(7)}, box.width() - 2 * padding};
  lesson_words(ui, words, Face::kText, palette.text, label);
  return is_pressed;
}

void choice(Ui& ui, LessonAccess access, Pen& pen, const Prediction& prediction,
            const Facts& facts) {
  const PredictionAnswer* answer = access.lesson().play.answer();
  std::optional<std::size_t> pressed;
  for (std::size_t n = 0; n < prediction.options.size(); ++n) {
    const Prediction::Option& option = prediction.options[n];
    Mark mark = Mark::kNone;
    if (answer && option.is_right) mark = Mark::kRight;
    if (answer && answer->option == n && !option.is_right) mark = Mark::kWrong;
    const std::string name = "lesson.option." + std::to_string(n);
    if (option_line(ui, pen, name, fill(option.label, facts), mark, !answer)) pressed = n;
  }
  if (pressed) access.course.answer({.option = *pressed});
}

bool confirm(Ui& ui, Pen& pen, std::string_view label, bool is_enabled) {
  pen.take(ui.theme.px(4));
  const Box box = pen.take(ui.theme.px(34));
  return word_button(ui, "lesson.answer", box, label, true, is_enabled);
}

void cell(Ui& ui, LessonAccess access, Pen& pen) {
  const LessonPlay& play = access.lesson().play;
  const std::optional<Cell> chosen =
      play.answer() ? std::optional(play.answer()->cell) : access->pinned();
  std::string words = "Click a cell of the matrix.";
  if (chosen) {
    const Scene& scene = access->scene();
    const auto word = [](const std::vector<std::string>& all, Index n) {
      return n < std::ssize(all) ? all[static_cast<std::size_t>(n)] : "?";
    };
    words = "Query " + word(scene.query_tokens(), chosen->query) + ", key " +
            word(scene.tokens, chosen->key);
  }
  lesson_words(ui, pen, Face::kText, ui.theme.colors().secondary, {{.text = words}});
  if (play.answer()) return;
  if (confirm(ui, pen, kConfirm, chosen.has_value()) && chosen) {
    access.course.answer({.cell = *chosen});
  }
}

void order(Ui& ui, LessonAccess access, Pen& pen, const Prediction& prediction) {
  lesson_order(ui, access, pen, prediction);
  const LessonSession& lesson = access.lesson();
  if (lesson.play.answer()) return;
  if (confirm(ui, pen, kConfirm, true)) access.course.answer({.order = lesson.look.order});
}

void number(Ui& ui, LessonAccess access, Pen& pen, const Prediction& prediction) {
  const bool has_guess = lesson_guess(ui, access, pen, prediction);
  const LessonSession& lesson = access.lesson();
  if (lesson.play.answer()) return;
  if (confirm(ui, pen, kConfirm, has_guess)) {
    access.course.answer({.number = guess_of(prediction, lesson.look)});
  }
}

/// "Right.", "Close." for a number that is nearly right, or "Not yet."
std::string verdict_word(const LessonPlay& play, const Prediction& prediction) {
  if (!play.was_right()) return "Not yet.";
  return prediction.kind == Kind::kNumber && !is_exact(play) ? "Close." : "Right.";
}

void verdict(Ui& ui, LessonAccess access, Pen& pen, const Prediction& prediction) {
  const Theme& theme = ui.theme;
  const LessonPlay& play = access.lesson().play;
  const Palette& palette = theme.colors();
  const bool is_right = play.was_right();
  const std::string word = verdict_word(play, prediction);
  const std::vector<TextPiece> words =
      fill(words_about(prediction, *play.answer(), is_right), play.facts_shown());
  pen.take(theme.px(8));
  const float indent = theme.px(28);
  Pen inner{{pen.at.x + indent, pen.at.y}, pen.width - indent};
  const ImVec2 mark(pen.at.x + theme.px(9),
                    pen.at.y + theme.line_height(Face::kText) / 2 + theme.px(1));
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 color = is_right ? palette.good : palette.warning;
  is_right ? draw_ticked(list, theme, mark, theme.px(9), color)
           : draw_ring(list, theme, mark, theme.px(9), color);
  lesson_words(ui, inner, Face::kText, palette.text, words, {word, color});
  pen.at.y = inner.at.y;
  ui.map.say("lesson.verdict", word + " " + plain_text(words));
}

}  // namespace

bool withheld_view(Ui& ui, LessonAccess access, const Box& box) {
  if (!access.course.is_asked()) return false;
  const ViewKind& kind = view_kind(access.look.view);
  if (!access.look.view.hidden.contains(std::string(kind.part))) return false;
  const Theme& theme = ui.theme;
  ImGui::GetWindowDrawList()->AddRectFilled(box.min, box.max, theme.colors().field, theme.px(10));
  static constexpr std::string_view kWide[] = {"The answer is shown here:",
                                               "it appears after your answer"};
  static constexpr std::string_view kNarrow[] = {"The answer is", "shown here:", "it appears after",
                                                 "your answer"};
  const bool fits = text_size(theme, Face::kBody, kWide[0]).x + theme.px(20) <= box.width();
  const std::span<const std::string_view> words =
      fits ? std::span<const std::string_view>(kWide) : std::span<const std::string_view>(kNarrow);
  const float line = theme.line_height(Face::kBody), middle = (box.min.y + box.max.y) / 2;
  for (std::size_t n = 0; n < words.size(); ++n) {
    const float y = middle + (static_cast<float>(n) - static_cast<float>(words.size()) / 2) * line;
    text_in(ui, {{box.min.x, y}, {box.max.x, y + line}}, Face::kBody, theme.colors().secondary,
            words[n], 0.5F);
  }
  ui.map.say("lesson.withheld", std::string(kind.id));
  // No view is drawn that could handle these requests.
  access.look.wants_export = access.look.wants_panel = false;
  access.look.hovered.reset();
  return true;
}

void lesson_prediction(Ui& ui, LessonAccess access, Pen& pen, const Facts& facts) {
  // The answer may change the step's scene, but not its prediction.
  const Prediction prediction = *access.lesson().play.step().prediction;
  lesson_rule(ui, pen);
  lesson_text(ui, access, pen, "lesson.question", prediction.question, facts.at_start(),
              TextTone::kStrong);
  const bool was_asked = access.lesson().play.is_asked();
  switch (prediction.kind) {
    case Kind::kChoice:
      choice(ui, access, pen, prediction, facts);
      break;
    case Kind::kCell:
      cell(ui, access, pen);
      break;
    case Kind::kOrder:
      order(ui, access, pen, prediction);
      break;
    default:
      number(ui, access, pen, prediction);
  }
  if (!was_asked) verdict(ui, access, pen, prediction);
  pen.take(ui.theme.px(10));
}

}  // namespace attn::ui
