#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "app/document/numbers/numbers.h"
#include "app/ui/toolkit/slider.h"
#include "app/ui/toolkit/widgets.h"
#include "app/ui/train/train_panels.h"
#include "app/ui/train/weight_picture.h"

namespace attn::ui {
namespace {

/// Ringed button with an icon; returns whether it was pressed.
bool icon_button(Ui& ui, std::string_view name, const Box& box) {
  const Palette& palette = ui.theme.colors();
  const bool pressed = button_area(ui, name, box);
  if (ImGui::IsItemHovered()) {
    fill_box(box, palette.hover, ui.theme.px(6));
  }
  outline_box(box, palette.hairline, ui.theme.px(6));
  return pressed;
}

void draw_reset(const Theme& theme, ImVec2 center, ImU32 color) {
  const float radius = theme.px(6.5F);
  imgui::list()->PathArcTo(center, radius, -2.2F, 2.9F, 24);
  imgui::list()->PathStroke(color, ImDrawFlags_None, theme.px(1.6F));
  const ImVec2 tip(center.x + radius * std::cos(-2.2F), center.y + radius * std::sin(-2.2F));
  const float wing = theme.px(4);
  imgui::list()->AddTriangleFilled({tip.x - wing, tip.y + wing * 0.7F},
                                   {tip.x + wing * 0.2F, tip.y - wing},
                                   {tip.x + wing, tip.y + wing * 0.7F}, color);
}

void draw_play(Ui& ui, const TrainingDesk& desk, ImVec2 center, float radius) {
  const Palette& palette = ui.theme.colors();
  imgui::list()->AddCircleFilled(center, radius,
                                 desk.history().failed_at ? palette.faint : palette.query, 40);
  const float half = radius * 0.38F;
  if (desk.is_playing()) {
    for (const float side : {-1.F, 1.F}) {
      const float x = center.x + side * half * 0.7F;
      fill_box({{x - half * 0.32F, center.y - half}, {x + half * 0.32F, center.y + half}},
               palette.on_accent, 1);
    }
  } else {
    imgui::list()->AddTriangleFilled({center.x - half * 0.7F, center.y - half},
                                     {center.x + half * 1.1F, center.y},
                                     {center.x - half * 0.7F, center.y + half}, palette.on_accent);
  }
}

void draw_one_step(const Theme& theme, ImVec2 center, ImU32 color) {
  const float half = theme.px(6);
  imgui::list()->AddTriangleFilled({center.x - half, center.y - half},
                                   {center.x + half * 0.4F, center.y},
                                   {center.x - half, center.y + half}, color);
  fill_box({{center.x + half * 0.6F, center.y - half},
            {center.x + half * 0.6F + theme.px(2), center.y + half}},
           color);
}

/// Small title at `x`; returns the position below it.
ImVec2 titled(Ui& ui, const Box& box, float x, std::string_view title) {
  const Theme& theme = ui.theme;
  const float top = box.min.y + theme.px(8);
  draw_text(theme, Face::kSmall, {x, top}, theme.colors().faint, title);
  return {x, top + theme.px(19)};
}

void rule(const Theme& theme, const Box& box, float x) {
  imgui::list()->AddLine({x, box.min.y + theme.px(10)}, {x, box.max.y - theme.px(10)},
                         theme.colors().hairline);
}

std::string speed_words(const TrainingDesk& desk) {
  if (desk.speed() >= TrainingDesk::kFastest) return "as fast as possible";
  const int speed = TrainingDesk::kSpeeds[static_cast<std::size_t>(desk.speed())];
  return grouped(speed) + " steps/s";
}

float buttons(Ui& ui, TrainingDesk& desk, const Box& box) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float middle = (box.min.y + box.max.y) / 2, half = theme.px(18);
  float x = box.min.x + theme.px(14);
  const Box reset{{x, middle - half}, {x + 2 * half, middle + half}};
  if (icon_button(ui, "train.reset", reset)) desk.reset();
  draw_reset(theme, {x + half, middle}, palette.text);
  x = reset.max.x + theme.px(8);
  const float radius = theme.px(22);
  const Box play{{x, middle - radius}, {x + 2 * radius, middle + radius}};
  if (button_area(ui, "train.play", play)) {
    if (desk.is_playing()) {
      desk.pause();
    } else if (desk.is_looking_back() && ImGui::GetIO().KeyShift) {
      desk.train_on_from_here();
    } else {
      desk.play();
    }
  }
  draw_play(ui, desk, {x + radius, middle}, radius);
  ui.map.say("train.play", desk.is_playing() ? "Pause" : "Play");
  x = play.max.x + theme.px(8);
  const Box step{{x, middle - half}, {x + 2 * half, middle + half}};
  if (icon_button(ui, "train.step", step)) desk.step_once();
  draw_one_step(theme, {x + half, middle}, palette.text);
  return step.max.x + theme.px(14);
}

float step_count(Ui& ui, const TrainingDesk& desk, const Box& box, float x) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const ImVec2 at = titled(ui, box, x, "step");
  const std::string step = grouped(desk.step());
  ui.map.say("train.step", step);
  const float end = draw_text(theme, Face::kTitle, {at.x, at.y - theme.px(2)}, palette.query, step);
  const std::string of = "of " + grouped(desk.goal());
  const float below = theme.line_height(Face::kTitle) - theme.line_height(Face::kSmall);
  const float right =
      draw_text(theme, Face::kSmall, {end + theme.px(6), at.y - theme.px(2) + below - theme.px(1)},
                palette.faint, of);
  return std::max(right + theme.px(16), x + theme.px(112));
}

/// Draws the slider of the speed; returns its right end.
float speed_slider(Ui& ui, TrainingDesk& desk, const Box& box, float x, float width) {
  const Theme& theme = ui.theme;
  const ImVec2 at = titled(ui, box, x, speed_words(desk));
  ui.map.say("train.speed", speed_words(desk));
  const SliderEdit edit = slider(ui, "train.speed", {at, {at.x + width, at.y + theme.px(22)}},
                                 static_cast<float>(desk.speed()) / TrainingDesk::kFastest,
                                 1.F / TrainingDesk::kFastest);
  if (edit.place) {
    desk.set_speed(static_cast<int>(std::lround(*edit.place * TrainingDesk::kFastest)));
  }
  return x + width + theme.px(18);
}

void seed_field(Ui& ui, TrainingDesk& desk, const Box& box, float x) {
  const Theme& theme = ui.theme;
  const ImVec2 at = titled(ui, box, x, "seed");
  const Box field{at, {at.x + theme.px(46), at.y + theme.px(22)}};
  const std::string now = std::to_string(desk.plan().settings.seed);
  const TextEdit edit =
      text_field(ui, "train.seed", field, Face::kMonoSmall, now, OnClick::kSelectAll);
  TrainingPlan plan = desk.plan();
  if (edit.committed && edit.text != now) {
    const TypedSetting typed = read_typed_seed(edit.text);
    if (!typed.problem.empty()) desk.set_message(typed.problem);
    if (typed.number && std::to_string(static_cast<std::uint64_t>(*typed.number)) != now) {
      plan.settings.seed = static_cast<std::uint64_t>(*typed.number);
      desk.change(plan, "Another seed");
    }
  }
  const Box dice = field.columns(field.max.x + theme.px(6), field.max.x + theme.px(28));
  if (icon_button(ui, "train.dice", dice)) {
    plan = desk.plan();
    plan.settings.seed += 1;
    desk.change(plan, "Another seed");
  }
  const ImVec2 middle((dice.min.x + dice.max.x) / 2, (dice.min.y + dice.max.y) / 2);
  for (const float dx : {-4.F, 4.F}) {
    for (const float dy : {-4.F, 4.F}) {
      imgui::list()->AddCircleFilled({middle.x + theme.px(dx), middle.y + theme.px(dy)},
                                     theme.px(1.4F), theme.colors().secondary, 10);
    }
  }
  imgui::list()->AddCircleFilled(middle, theme.px(1.4F), theme.colors().secondary, 10);
}

void task_choice(Ui& ui, TrainingDesk& desk, const Box& box, float x, float width) {
  const ImVec2 at = titled(ui, box, x, "task");
  std::vector<std::string_view> labels;
  int chosen = 0;
  for (const LearningTask& task : tasks()) {
    if (&task == desk.plan().task) chosen = static_cast<int>(labels.size());
    labels.push_back(task.label);
  }
  const LearningTask* own = desk.own_task();
  if (own != nullptr) {
    if (own == desk.plan().task) chosen = static_cast<int>(labels.size());
    labels.push_back(own->label);
  }
  if (choice(ui, "train.task", {at, {at.x + width, at.y + ui.theme.px(22)}}, labels, chosen)) {
    const auto n = static_cast<std::size_t>(chosen);
    desk.take_task(n < tasks().size() ? tasks()[n] : *own);
  }
}

/// Numbers as "0.37 test  0.26 train"
void pair_of_numbers(Ui& ui, const Box& box, float x, std::string_view title, ImU32 color,
                     const std::string& test, const std::string& train, float width) {
  const Theme& theme = ui.theme;
  const ImVec2 at = titled(ui, box, x, title);
  float end = draw_text(theme, Face::kMonoBold, at, color, test);
  end = draw_text(theme, Face::kSmall, {end + theme.px(4), at.y + theme.px(2)}, color, "test");
  const std::string words = train + " train";
  if (end + text_size(theme, Face::kSmall, words).x + theme.px(16) > x + width) return;
  draw_text(theme, Face::kSmall, {end + theme.px(8), at.y + theme.px(2)}, theme.colors().faint,
            words);
}

/// Losses of points are small from the beginning: more digits.
std::string loss_words(const TrainingDesk& desk, float loss) {
  const auto number = static_cast<double>(loss);
  const bool is_small = desk.plan().task->is_of_points && std::isfinite(number) && number < 1;
  return is_small ? fixed(number, 3) : short_number(number);
}

/// State at the right end: looking back, failure, or the reason for stopping.
void state_box(Ui& ui, TrainingDesk& desk, const Box& box, float left) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float pad = theme.px(10);
  const Box place{{left, box.min.y + theme.px(8)},
                  {box.max.x - theme.px(14), box.max.y - theme.px(8)}};
  if (const auto failed = desk.history().failed_at; failed && !desk.is_looking_back()) {
    fill_box(place, with_alpha(palette.key, 0.12F), theme.px(6));
    const std::string words = "loss is not a number at " + grouped(*failed);
    ui.map.say("train.failed", words);
    const Box upper{{place.min.x + pad, place.min.y},
                    {place.max.x - pad, (place.min.y + place.max.y) / 2}};
    const std::string ways[] = {words, "no number at " + grouped(*failed), "failed"};
    fitted_text_in(ui, upper, Face::kSmall, palette.lit_key, ways);
    const ImVec2 at(upper.min.x, upper.max.y + theme.px(1));
    const std::string half[] = {"Halve the learning rate and go on", "Halve the rate, go on",
                                "Halve"};
    const Box room{at, {place.max.x - pad, place.max.y}};
    const std::string fit = fitting_in(ui, room, Face::kSmall, half);
    if (link(ui, "train.halve", Face::kSmall, at, fit)) desk.go_on_with_half_the_rate();
    return;
  }
  if (!desk.problem().empty()) {
    ui.map.say("train.problem", desk.problem());
    cut_text_in(ui, place, Face::kSmall, palette.lit_key, desk.problem());
    return;
  }
  if (!desk.is_looking_back()) return;
  if (place.width() < theme.px(100)) {  // only the button: the curve shows the step
    float end = box.max.x - theme.px(10);
    const Box button = place.rows(place.min.y + theme.px(6), place.max.y - theme.px(6));
    if (word_button_before(ui, "train.live", "Live", button, end, false)) desk.look_live();
    return;
  }
  fill_box(place, palette.hover, theme.px(6));
  float right = place.max.x - theme.px(6);
  const Box line = place.rows(place.min.y + theme.px(7), place.max.y - theme.px(7));
  if (word_button_before(ui, "train.live", "Live", line, right, false)) desk.look_live();
  const Index back = desk.history().last_step() - desk.step();
  const std::string words = "looking back · " + grouped(back) + " steps";
  const std::string ways[] = {words, grouped(back) + " steps back", "−" + grouped(back)};
  const Box upper{{place.min.x + pad, place.min.y},
                  {right, (place.min.y + place.max.y) / 2 + theme.px(1)}};
  const Box lower = upper.rows(upper.max.y - theme.px(1), place.max.y);
  ui.map.say("train.looking-back", words);
  fitted_text_in(ui, upper, Face::kSmall, palette.query, ways);
  const std::string on[] = {"Train on from here", "Train on", "On"};
  const std::string fit = fitting_in(ui, lower, Face::kSmall, on);
  if (link_in(ui, "train.from-here", Face::kSmall, lower, fit)) desk.train_on_from_here();
}

}  // namespace

std::string grouped(Index number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), "\u2009");
  }
  return digits;
}

std::string short_number(double value) {
  return std::isfinite(value) ? fixed(value, value < 10 ? 2 : 1) : "–";
}

void transport(Ui& ui, TrainingDesk& desk, const Box& box) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float wide = box.width() / theme.scale();
  float x = buttons(ui, desk, box);
  rule(theme, box, x);
  x = step_count(ui, desk, box, x + theme.px(14));
  if (wide > 1340) {
    const ImVec2 at = titled(ui, box, x, "tokens seen");
    const Index seen = desk.step() * desk.plan().settings.batch * desk.plan().task->length;
    const float end = draw_text(theme, Face::kMonoSmall, at, palette.text, grouped(seen));
    x = std::max(end, x + theme.px(74)) + theme.px(18);
  }
  // In presenter mode, with large type, the room is used for the last row's numbers.
  const bool is_narrow = theme.appearance().presenting && wide < 960;
  if (!is_narrow || ui.stage) x = speed_slider(ui, desk, box, x, theme.px(wide > 1200 ? 122 : 100));
  if (!ui.stage) {  // a lesson describes the task itself
    if (!is_narrow) {
      seed_field(ui, desk, box, x);
      x += theme.px(84);
      rule(theme, box, x);
      x += theme.px(14);
    }
    const float task_width = theme.px(is_narrow     ? 168
                                      : wide > 1340 ? 230
                                      : wide > 1200 ? 180
                                                    : 184);
    task_choice(ui, desk, box, x, task_width);
    x += task_width + theme.px(16);
  }
  rule(theme, box, x);
  x += theme.px(14);
  const TrainingHistory& history = desk.history();
  const auto done = static_cast<std::size_t>(desk.step());
  const bool has_batch = done > 0 && done <= history.steps.size();
  const StepRecord batch = has_batch ? history.steps[done - 1] : StepRecord{};
  const SharedSnapshot& shown = desk.shown();
  const float pair = theme.px(wide > 1340 ? 142 : wide > 1200 ? 132 : 72);
  pair_of_numbers(ui, box, x, "loss", palette.text,
                  shown ? loss_words(desk, shown->test.loss) : "–",
                  has_batch ? loss_words(desk, batch.loss) : "–", pair);
  x += pair;
  const auto percent = [](float share) {
    return fixed(100 * static_cast<double>(share), 0) + " %";
  };
  if (!desk.plan().task->is_of_points) {
    const std::string accuracy = shown ? percent(shown->test.accuracy) : "–";
    ui.map.say("train.accuracy", accuracy);
    pair_of_numbers(ui, box, x, "accuracy", palette.good, accuracy,
                    has_batch ? percent(batch.accuracy) : "–", pair);
    x += pair + theme.px(6);
  }
  state_box(ui, desk, box, x);
}

}  // namespace attn::ui
