#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>

#include <GLFW/glfw3.h>

#include "app/document/expressions/lesson_error.h"
#include "app/document/expressions/lesson_value.h"
#include "app/document/lessons/lesson_prediction.h"
#include "app/document/lessons/lesson_text.h"
#include "app/document/numbers/numbers.h"
#include "app/document/view/view_kinds.h"
#include "app/ui/lessons/lesson_panel.h"
#include "app/ui/lessons/lesson_text_view.h"
#include "app/ui/toolkit/slider.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

using Kind = Prediction::Kind;

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
  fill_box(box, is_hovered ? palette.hover : palette.field, theme.px(6));
  outline_box(box, is_hovered ? palette.query : edge, theme.px(6),
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

/// Draws the button that checks the answer; returns whether it was pressed.
bool confirm(Ui& ui, Pen& pen, bool is_enabled) {
  pen.take(ui.theme.px(4));
  const Box box = pen.take(ui.theme.px(34));
  return word_button(ui, "lesson.answer", box, "Check my answer", true, is_enabled);
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
  if (confirm(ui, pen, chosen.has_value()) && chosen) {
    access.course.answer({.cell = *chosen});
  }
}

constexpr float kOrderLine = 32, kGap = 4;

class OrderView {
 public:
  OrderView(Ui& ui, LessonAccess access, const Prediction& prediction)
      : ui_(ui),
        play_(access.lesson().play),
        order_(access.lesson_look().order),
        items_(prediction.items) {
    if (!play_.answer()) return;
    try {
      right_ = right_order(prediction, play_.facts_shown());
    } catch (const LessonError&) {
      right_.clear();
    }
  }

  void draw(Pen& pen) {
    const PredictionAnswer* answer = play_.answer();
    const std::vector<std::size_t> order = answer ? answer->order : order_;
    const float pitch = ui_.theme.px(kOrderLine + kGap);
    const Box all = pen.take(pitch * static_cast<float>(order.size()));
    for (std::size_t place = 0; place < order.size(); ++place) {
      const float y = all.min.y + pitch * static_cast<float>(place);
      const Box line = all.rows(y, y + ui_.theme.px(kOrderLine));
      const std::string name = "lesson.item." + std::to_string(order[place]);
      if (answer) {
        ui_.map.add(name, line.min, line.max);
        draw_line(line, place, order[place], false);
        continue;
      }
      hit_area(ui_, name, line);
      const bool is_held = ImGui::IsItemActive(), is_hovered = ImGui::IsItemHovered();
      if (is_held || is_hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
      if (is_held) {
        const float at = (ImGui::GetIO().MousePos.y - all.min.y) / pitch;
        move(place,
             static_cast<std::size_t>(clamped(at, 0.F, static_cast<float>(order.size()) - 0.5F)));
      }
      if (has_keyboard(ui_, name, line)) take_keys(place);
      draw_line(line, place, order[place], is_held || is_hovered);
    }
  }

 private:
  void move(std::size_t from, std::size_t to) {
    const auto begin = order_.begin();
    const auto at = [&](std::size_t n) { return begin + static_cast<std::ptrdiff_t>(n); };
    if (from < to) std::rotate(at(from), at(from + 1), at(to + 1));
    if (to < from) std::rotate(at(to), at(from), at(from + 1));
  }

  void take_keys(std::size_t place) {
    if (place > 0 && ui_.keys.take(GLFW_KEY_UP)) move(place, place - 1);
    if (place + 1 < order_.size() && ui_.keys.take(GLFW_KEY_DOWN)) move(place, place + 1);
  }

  void draw_line(const Box& line, std::size_t place, std::size_t item, bool is_lifted) {
    const Theme& theme = ui_.theme;
    const Palette& palette = theme.colors();
    const bool is_right = place < right_.size() && right_[place] == item;
    fill_box(line, is_lifted ? palette.hover : palette.field, theme.px(6));
    outline_box(line, is_lifted ? palette.query : palette.hairline, theme.px(6));
    const float middle = (line.min.y + line.max.y) / 2;
    const Box number = line.columns(line.min.x + theme.px(10), line.min.x + theme.px(30));
    text_in(ui_, number, Face::kBody, palette.secondary, std::to_string(place + 1), 0);
    Box words = line.columns(number.max.x, line.max.x - theme.px(34));
    theme.need_glyphs(items_[item]);
    cut_text_in(ui_, words, Face::kMedium, palette.text, items_[item]);
    const ImVec2 mark(line.max.x - theme.px(18), middle);
    if (right_.empty()) return draw_grip(mark);
    if (is_right) return draw_ticked(theme, mark, theme.px(8), palette.good);
    const auto true_place = std::ranges::find(right_, item) - right_.begin();
    text_in(ui_, line.left_of(line.max.x - theme.px(10)), Face::kBody, palette.warning,
            "place " + std::to_string(true_place + 1), 1);
  }

  /// Draws three lines: a grip.
  void draw_grip(ImVec2 middle) const {
    const Theme& theme = ui_.theme;
    for (const float y : {-theme.px(4), 0.F, theme.px(4)}) {
      imgui::list()->AddLine({middle.x - theme.px(6), middle.y + y},
                             {middle.x + theme.px(6), middle.y + y}, theme.colors().faint,
                             theme.px(1));
    }
  }

  Ui& ui_;
  const LessonPlay& play_;
  std::vector<std::size_t>& order_;
  const std::vector<std::string>& items_;
  std::vector<std::size_t> right_;
};

/// List of tokens to sort by dragging up and down or by arrow keys; after the answer, with their
/// right places.
void order(Ui& ui, LessonAccess access, Pen& pen, const Prediction& prediction) {
  OrderView(ui, access, prediction).draw(pen);
  const LessonSession& lesson = access.lesson();
  if (lesson.play.answer()) return;
  if (confirm(ui, pen, true)) access.course.answer({.order = lesson.look.order});
}

constexpr const char* kField = "lesson.guess.field";

std::string words_of(double number) { return lesson_words(LessonValue{number, {}}); }

/// The true number, if it is known.
std::optional<double> truth(const LessonPlay& play, const Prediction& prediction) {
  try {
    return prediction.value->number(play.facts_shown());
  } catch (const LessonError&) {
    return std::nullopt;
  }
}

float guess_place(const Prediction& prediction, double number) {
  const double place = (number - prediction.low) / (prediction.high - prediction.low);
  return static_cast<float>(clamped(place, 0.0, 1.0));
}

/// Line between the ends of the range, which are written next to it.
struct Track {
  Box room;
  float y = 0, radius = 0;

  float x_at(float place) const {
    return room.min.x + radius + place * (room.width() - 2 * radius);
  }
};

Track draw_ends(Ui& ui, const Box& line, const Prediction& prediction) {
  const Theme& theme = ui.theme;
  const std::string low = words_of(prediction.low), high = words_of(prediction.high);
  const ImU32 color = theme.colors().secondary;
  text_in(ui, line, Face::kBody, color, low, 0);
  text_in(ui, line, Face::kBody, color, high, 1);
  const float gap = theme.px(9);
  return {line.columns(line.min.x + text_size(theme, Face::kBody, low).x + gap,
                       line.max.x - text_size(theme, Face::kBody, high).x - gap),
          std::round((line.min.y + line.max.y) / 2), theme.px(7)};
}

/// Draws two labels above the line, each at its place, without overlap.
void draw_words_above(Ui& ui, const Box& line, float guess_x, const std::string& guess,
                      float truth_x, const std::string& truth) {
  const Theme& theme = ui.theme;
  const float a = text_size(theme, Face::kCaption, guess).x;
  const float b = text_size(theme, Face::kCaption, truth).x;
  const auto within = [&](float x, float width) {
    return clamped(x - width / 2, line.min.x, std::max(line.min.x, line.max.x - width));
  };
  float x_a = within(guess_x, a), x_b = within(truth_x, b);
  const float gap = theme.px(10);
  const bool is_guess_first = guess_x <= truth_x;
  float& first = is_guess_first ? x_a : x_b;
  float& second = is_guess_first ? x_b : x_a;
  const float first_width = is_guess_first ? a : b, second_width = is_guess_first ? b : a;
  if (second < first + first_width + gap) {
    const float middle = (first + second + second_width) / 2;
    const float whole = first_width + gap + second_width;
    first = clamped(middle - whole / 2, line.min.x, std::max(line.min.x, line.max.x - whole));
    second = first + first_width + gap;
  }
  text_in(ui, line.right_of(x_a), Face::kCaption, theme.colors().query, guess, 0);
  text_in(ui, line.right_of(x_b), Face::kCaption, theme.colors().good, truth, 0);
}

void draw_answer(Ui& ui, Pen& pen, const Prediction& prediction, double guess,
                 std::optional<double> truth) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Box above = pen.take(theme.line_height(Face::kCaption) + theme.px(2));
  const Box line = pen.take(theme.px(22));
  const Track track = draw_ends(ui, line, prediction);
  const float half = theme.px(2), at = track.x_at(guess_place(prediction, guess));
  fill_box(track.room.rows(track.y - half, track.y + half), palette.hairline, half);
  if (truth) {
    const float is = track.x_at(guess_place(prediction, *truth));
    fill_box({{std::min(at, is), track.y - half}, {std::max(at, is), track.y + half}},
             with_alpha(palette.good, 0.6F));
    fill_box({{is - theme.px(1.5F), track.y - theme.px(9)},
              {is + theme.px(1.5F), track.y + theme.px(9)}},
             palette.good);
    draw_words_above(ui, above, at, "your guess " + words_of(guess), is,
                     "it is " + words_of(*truth));
  }
  imgui::list()->AddCircleFilled({at, track.y}, track.radius, palette.panel, 32);
  imgui::list()->AddCircle({at, track.y}, track.radius, palette.query, 32, theme.px(2));
  ui.map.add("lesson.guess", line.min, line.max);
}

/// Handles a typed number of the range.
void take_typed(LessonAccess access, const Prediction& prediction, const std::string& text) {
  const auto number = parse_number(text);
  const bool is_in_range = number && static_cast<double>(*number) >= prediction.low &&
                           static_cast<double>(*number) <= prediction.high;
  if (!is_in_range) {
    access.notices.complain(kField, "expected a number from " + words_of(prediction.low) + " to " +
                                        words_of(prediction.high));
    return;
  }
  LessonLook& look = access.lesson_look();
  look.typed_guess = static_cast<double>(*number);
  look.guess = guess_place(prediction, *look.typed_guess);
  look.has_guess = true;
  access.notices.forget_complaint();
}

/// The current guess: as typed, or at the knob in steps of a hundredth of the range, rounded to an
/// integer if the question asks for one.
double guess_of(const Prediction& prediction, const LessonLook& look) {
  if (look.typed_guess) return *look.typed_guess;
  const double range = prediction.high - prediction.low;
  const double finest = std::pow(10, std::floor(std::log10(range / 50)));
  const double unit = prediction.within >= 0.5 ? std::max(1.0, finest) : finest;
  return std::round((prediction.low + static_cast<double>(look.guess) * range) / unit) * unit;
}

/// Guess of a number, and whether Enter gives it as the answer.
struct NumberGuess {
  bool is_there = false, is_entered = false;
};

NumberGuess draw_question(Ui& ui, LessonAccess access, Pen& pen, const Prediction& prediction) {
  const Theme& theme = ui.theme;
  LessonLook& look = access.lesson_look();
  const float field_width = theme.px(72);
  const Box line = pen.take(theme.px(32));
  const Box field = line.right_of(line.max.x - field_width);
  const Track track = draw_ends(ui, line.left_of(field.min.x - theme.px(12)), prediction);
  const SliderEdit edit = slider(ui, "lesson.guess", track.room, look.guess, 0.02F);
  if (edit.place) {
    look.guess = *edit.place;
    look.typed_guess.reset();
    look.has_guess = true;
  }
  const std::string shown = look.has_guess ? words_of(guess_of(prediction, look)) : std::string();
  const TextEdit typed = text_field(ui, kField, field, Face::kMono, shown, OnClick::kSelectAll);
  if (typed.committed) take_typed(access, prediction, typed.text);
  const bool is_entered =
      typed.committed && (ui.keys.take(GLFW_KEY_ENTER) || ui.keys.take(GLFW_KEY_KP_ENTER));
  // The line is also reserved when it is empty, so that the button below does not move.
  const Box below = pen.take(theme.line_height(Face::kSmall) + theme.px(4));
  if (const std::string* complaint = access.notices.complaint(kField)) {
    Pen words{below.min, below.width()};
    complaint_line(ui, words, complaint);
  } else if (!look.has_guess) {
    text_in(ui, below, Face::kSmall, theme.colors().secondary, "Drag the knob, or type a number.",
            0);
  }
  return {look.has_guess, is_entered && access.notices.complaint(kField) == nullptr};
}

/// Line for a predicted number: the guess, dragged or typed; after the answer also the true number.
void number(Ui& ui, LessonAccess access, Pen& pen, const Prediction& prediction) {
  const LessonSession& lesson = access.lesson();
  if (const PredictionAnswer* answer = lesson.play.answer()) {
    return draw_answer(ui, pen, prediction, answer->number, truth(lesson.play, prediction));
  }
  const NumberGuess guess = draw_question(ui, access, pen, prediction);
  const bool is_confirmed = confirm(ui, pen, guess.is_there);
  if (guess.is_there && (is_confirmed || guess.is_entered)) {
    access.course.answer({.number = guess_of(prediction, lesson.look)});
  }
}

/// Returns whether the answered number equals the true one as written.
bool is_exact(const LessonPlay& play) {
  const auto is = truth(play, *play.step().prediction);
  return is && words_of(*is) == words_of(play.answer()->number);
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
      fill(feedback_to(prediction, *play.answer(), is_right), play.facts_shown());
  pen.take(theme.px(8));
  const float indent = theme.px(28);
  Pen inner{{pen.at.x + indent, pen.at.y}, pen.width - indent};
  const ImVec2 mark(pen.at.x + theme.px(9),
                    pen.at.y + theme.line_height(Face::kText) / 2 + theme.px(1));
  const ImU32 color = is_right ? palette.good : palette.warning;
  is_right ? draw_ticked(theme, mark, theme.px(9), color)
           : draw_ring(theme, mark, theme.px(9), color);
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
  fill_box(box, theme.colors().field, theme.px(10));
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
    text_in(ui, box.rows(y, y + line), Face::kBody, theme.colors().secondary, words[n], 0.5F);
  }
  ui.map.say("lesson.withheld", std::string(kind.id));
  // No view is drawn that could handle these requests.
  access.look.wants_export = access.look.wants_panel = access.look.wants_copy = false;
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
