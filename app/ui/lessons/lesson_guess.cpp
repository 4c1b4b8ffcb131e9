#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "app/document/expressions/lesson_error.h"
#include "app/document/expressions/lesson_value.h"
#include "app/document/numbers/numbers.h"
#include "app/ui/lessons/lesson_views.h"
#include "app/ui/toolkit/slider.h"

namespace attn::ui {
namespace {

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
  return static_cast<float>(std::clamp(place, 0.0, 1.0));
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
  return {{{line.min.x + text_size(theme, Face::kBody, low).x + gap, line.min.y},
           {line.max.x - text_size(theme, Face::kBody, high).x - gap, line.max.y}},
          std::round((line.min.y + line.max.y) / 2),
          theme.px(7)};
}

/// Draws two labels above the line, each at its place, without overlap.
void draw_words_above(Ui& ui, const Box& line, float guess_x, const std::string& guess,
                      float truth_x, const std::string& truth) {
  const Theme& theme = ui.theme;
  const float a = text_size(theme, Face::kCaption, guess).x;
  const float b = text_size(theme, Face::kCaption, truth).x;
  const auto within = [&](float x, float width) {
    return std::clamp(x - width / 2, line.min.x, std::max(line.min.x, line.max.x - width));
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
    first = std::clamp(middle - whole / 2, line.min.x, std::max(line.min.x, line.max.x - whole));
    second = first + first_width + gap;
  }
  text_in(ui, {{x_a, line.min.y}, line.max}, Face::kCaption, theme.colors().query, guess, 0);
  text_in(ui, {{x_b, line.min.y}, line.max}, Face::kCaption, theme.colors().good, truth, 0);
}

void draw_answer(Ui& ui, Pen& pen, const Prediction& prediction, double guess,
                 std::optional<double> truth) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Box above = pen.take(theme.line_height(Face::kCaption) + theme.px(2));
  const Box line = pen.take(theme.px(22));
  const Track track = draw_ends(ui, line, prediction);
  const float half = theme.px(2), at = track.x_at(guess_place(prediction, guess));
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled({track.room.min.x, track.y - half}, {track.room.max.x, track.y + half},
                      palette.hairline, half);
  if (truth) {
    const float is = track.x_at(guess_place(prediction, *truth));
    list->AddRectFilled({std::min(at, is), track.y - half}, {std::max(at, is), track.y + half},
                        with_alpha(palette.good, 0.6F));
    list->AddRectFilled({is - theme.px(1.5F), track.y - theme.px(9)},
                        {is + theme.px(1.5F), track.y + theme.px(9)}, palette.good);
    draw_words_above(ui, above, at, "your guess " + words_of(guess), is,
                     "it is " + words_of(*truth));
  }
  list->AddCircleFilled({at, track.y}, track.radius, palette.panel, 32);
  list->AddCircle({at, track.y}, track.radius, palette.query, 32, theme.px(2));
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

double guess_at(const Prediction& prediction, float place) {
  const double range = prediction.high - prediction.low;
  const double finest = std::pow(10, std::floor(std::log10(range / 50)));
  const double unit = prediction.within >= 0.5 ? std::max(1.0, finest) : finest;
  return std::round((prediction.low + static_cast<double>(place) * range) / unit) * unit;
}

bool draw_question(Ui& ui, LessonAccess access, Pen& pen, const Prediction& prediction) {
  const Theme& theme = ui.theme;
  LessonLook& look = access.lesson_look();
  const float field_width = theme.px(72);
  const Box line = pen.take(theme.px(32));
  const Box field{{line.max.x - field_width, line.min.y}, line.max};
  const Track track =
      draw_ends(ui, {line.min, {field.min.x - theme.px(12), line.max.y}}, prediction);
  const SliderEdit edit = slider(ui, "lesson.guess", track.room, look.guess, 0.02F);
  if (edit.place) {
    look.guess = *edit.place;
    look.typed_guess.reset();
    look.has_guess = true;
  }
  const std::string shown = look.has_guess ? words_of(guess_of(prediction, look)) : std::string();
  const TextEdit typed = text_field(ui, kField, field, Face::kMono, shown);
  if (typed.committed) take_typed(access, prediction, typed.text);
  // The line is also reserved when it is empty, so that the button below does not move.
  const Box below = pen.take(theme.line_height(Face::kSmall) + theme.px(4));
  if (const std::string* complaint = access.notices.complaint(kField)) {
    Pen words{below.min, below.width()};
    complaint_line(ui, words, complaint);
  } else if (!look.has_guess) {
    text_in(ui, below, Face::kSmall, theme.colors().secondary, "Drag the knob, or type a number.",
            0);
  }
  return look.has_guess;
}

}  // namespace

double guess_of(const Prediction& prediction, const LessonLook& look) {
  return look.typed_guess.value_or(guess_at(prediction, look.guess));
}

bool is_exact(const LessonPlay& play) {
  const auto is = truth(play, *play.step().prediction);
  return is && words_of(*is) == words_of(play.answer()->number);
}

bool lesson_guess(Ui& ui, LessonAccess access, Pen& pen, const Prediction& prediction) {
  const LessonPlay& play = access.lesson().play;
  if (const PredictionAnswer* answer = play.answer()) {
    draw_answer(ui, pen, prediction, answer->number, truth(play, prediction));
    return true;
  }
  return draw_question(ui, access, pen, prediction);
}

}  // namespace attn::ui
