#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <GLFW/glfw3.h>

#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/axis_ticks.h"
#include "app/figure/training/step_axis.h"
#include "app/ui/toolkit/tooltip.h"
#include "app/ui/toolkit/widgets.h"
#include "app/ui/train/train_panels.h"
#include "app/ui/train/weight_picture.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

/// Maps steps to x and losses or shares to y in pixels.
struct RunPlot {
  Box box;
  StepAxis steps;
  double loss = 1;  ///< at the upper end
  bool has_accuracy = true;
  float x(Index step) const {
    return box.min.x + box.width() * static_cast<float>(steps.place(step));
  }
  float of_loss(double value) const {
    const double share = std::isfinite(value) ? clamped(value / loss, 0.0, 1.0) : 1;
    return box.max.y - box.height() * static_cast<float>(share);
  }
  float of_share(double share) const {
    return box.max.y - box.height() * static_cast<float>(clamped(share, 0.0, 1.0));
  }
  Index step(float at) const {
    const float share = (at - box.min.x) / std::max(1.F, box.width());
    return steps.step(static_cast<double>(share));
  }
};

void polyline(const std::vector<ImVec2>& points, ImU32 color, float thickness) {
  if (points.size() < 2) return;
  imgui::stroke_line(points.data(), static_cast<int>(points.size()), color, thickness);
}

/// Training loss and accuracy of the batches, averaged over some pixels.
void draw_batches(const RunPlot& plot, const TrainingHistory& history, ImU32 loss, ImU32 accuracy,
                  float thickness) {
  constexpr float kApart = 3;  // pixels
  const auto count = std::ssize(history.steps);
  std::vector<ImVec2> losses, shares;
  for (Index from = 0, to = 0; from < count; from = to) {
    to = std::min(count, std::max(from + 1, plot.step(plot.x(from) + kApart)));
    double sum = 0, right = 0;
    for (Index n = from; n < to; ++n) {
      const StepRecord& one = history.steps[static_cast<std::size_t>(n)];
      sum += static_cast<double>(one.loss);
      right += static_cast<double>(one.accuracy);
    }
    const auto steps = static_cast<double>(to - from);
    const float x = plot.x((from + to) / 2);
    losses.emplace_back(x, plot.of_loss(sum / steps));
    shares.emplace_back(x, plot.of_share(right / steps));
  }
  polyline(losses, loss, thickness);
  if (plot.has_accuracy) polyline(shares, accuracy, thickness);
}

void draw_tests(const RunPlot& plot, const TrainingHistory& history, ImU32 loss, ImU32 accuracy,
                float thickness) {
  std::vector<ImVec2> losses, shares;
  for (const TestRecord& one : history.tests) {
    const float x = plot.x(one.step);
    if (!losses.empty() && x - losses.back().x < 1 && &one != &history.tests.back()) continue;
    losses.emplace_back(x, plot.of_loss(static_cast<double>(one.loss)));
    shares.emplace_back(x, plot.of_share(static_cast<double>(one.accuracy)));
  }
  polyline(losses, loss, thickness);
  if (plot.has_accuracy) polyline(shares, accuracy, thickness);
}

/// Axes, without the numbers that the level of chance is in the way of.
void draw_axes(Ui& ui, const RunPlot& plot, double chance) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float half = theme.line_height(Face::kMonoSmall) / 2;
  imgui::list()->AddLine({plot.box.min.x, plot.box.max.y}, plot.box.max, palette.hairline);
  constexpr float kMostTicks = 5, kLine = 2.8F;  // distance of ticks in half lines
  const float room = plot.box.height() / (kLine * half);
  const auto most = static_cast<double>(clamped(room, 1.F, kMostTicks));
  const double by = nice_step(plot.loss / most);
  for (const double loss : ticks(0, plot.loss, by)) {
    const std::string words = tick_label(loss, by);
    const float y = plot.of_loss(loss);
    if (loss > 0) {
      imgui::list()->AddLine({plot.box.min.x, y}, {plot.box.max.x, y},
                             with_alpha(palette.hairline, 0.6F));
    }
    const float width = text_size(theme, Face::kMonoSmall, words).x;
    draw_text(theme, Face::kMonoSmall, {plot.box.min.x - width - theme.px(8), y - half},
              palette.secondary, words);
  }
  for (const double share : {0.0, 0.5, 1.0}) {
    if (!plot.has_accuracy) break;
    const bool is_taken = std::abs(plot.of_share(share) - plot.of_share(chance)) < 2 * half;
    if (chance > 0 && is_taken) continue;
    draw_text(theme, Face::kMonoSmall, {plot.box.max.x + theme.px(7), plot.of_share(share) - half},
              palette.good, fixed(100 * share, 0) + "%");
  }
}

/// Dashed line at a height of the plot, in the accuracy's colour.
void draw_dashes(Ui& ui, const RunPlot& plot, float y) {
  const float dash = ui.theme.px(4);
  const ImU32 color = with_alpha(ui.theme.colors().good, 0.7F);
  for (float x = plot.box.min.x; x < plot.box.max.x; x += 2 * dash) {
    imgui::list()->AddLine({x, y}, {std::min(x + dash, plot.box.max.x), y}, color);
  }
}

/// Reference level, labelled at the right end: always predicting 0, or one step of gradient
/// descent.
void draw_level(Ui& ui, const RunPlot& plot, float y, std::string_view name) {
  const Theme& theme = ui.theme;
  draw_dashes(ui, plot, y);
  draw_text(theme, Face::kSmall,
            {plot.box.max.x + theme.px(5), y - theme.line_height(Face::kSmall) / 2},
            theme.colors().good, name);
}

std::string chance_words(const LearningTask& task) {
  return "chance " + brief(100 * task.chance, 3) + "%";
}

/// Accuracy of answers that ignore the tokens, labelled at the right end.
void draw_chance(Ui& ui, const RunPlot& plot, const LearningTask& task) {
  draw_level(ui, plot, plot.of_share(task.chance), chance_words(task));
  ui.map.say("train.chance", chance_words(task));
}

void draw_ticks(Ui& ui, const RunPlot& plot, float y, bool has_marks_below) {
  const Theme& theme = ui.theme;
  for (const Index step : plot.steps.ticks()) {
    const std::string words = grouped(step);
    const float x = plot.x(step), width = text_size(theme, Face::kMonoSmall, words).x;
    if (has_marks_below) {
      imgui::list()->AddLine({x, plot.box.max.y}, {x, plot.box.max.y + theme.px(4)},
                             theme.colors().hairline);
    }
    draw_text(theme, Face::kMonoSmall, {std::round(x - width / 2), y}, theme.colors().secondary,
              words);
  }
}

void diamond(ImVec2 at, float half, ImU32 color, bool is_hollow) {
  const ImVec2 top(at.x, at.y - half), right(at.x + half, at.y), bottom(at.x, at.y + half),
      left(at.x - half, at.y);
  if (is_hollow) {
    imgui::list()->AddQuad(top, right, bottom, left, color, 1.2F);
  } else {
    imgui::list()->AddQuadFilled(top, right, bottom, left, color);
  }
}

/// Label of the handle's step: above the knob on the test loss, or below it.
Box step_pill(const Theme& theme, const TrainingSnapshot& shown, const RunPlot& plot) {
  const float x = std::round(plot.x(shown.step()));
  const float y = plot.of_loss(static_cast<double>(shown.test.loss));
  const float width = text_size(theme, Face::kMonoBold, grouped(shown.step())).x + theme.px(26);
  const float half = theme.px(10);
  float pill = y < plot.box.min.y + plot.box.height() / 2 ? y + theme.px(22) : y - theme.px(22);
  pill = clamped(pill, plot.box.min.y + half, plot.box.max.y - half);
  const float left = clamped(x - width / 2, plot.box.min.x, plot.box.max.x - width);
  return {{left, pill - half}, {left + width, pill + half}};
}

/// Event at a step with the positions of its diamond and text.
struct PlacedMark {
  std::size_t n = 0;  ///< index into the history's marks
  ImVec2 at{};
  std::optional<Box> words{};  ///< only for the three nearest to the current step, if there is room
};

std::vector<PlacedMark> place_marks(const Theme& theme, const TrainingDesk& desk,
                                    const RunPlot& plot) {
  const auto& marks = desk.history().marks;
  std::vector<PlacedMark> placed(marks.size());
  for (std::size_t n = 0; n < marks.size(); ++n) placed[n].n = n;
  // Jumps of the loss are last; else marks near the current step are first.
  std::ranges::stable_sort(placed, {}, [&](const PlacedMark& one) {
    const TrainingMark& mark = marks[one.n];
    return std::pair(mark.words == kLossJumps, std::abs(mark.step - desk.step()));
  });
  const float line = theme.line_height(Face::kSmall);
  std::vector<Box> taken;
  if (desk.shown()) taken.push_back(step_pill(theme, *desk.shown(), plot));
  constexpr std::size_t kMostSaid = 3;
  const float half = theme.px(6);
  for (PlacedMark& one : placed) {
    one.at = {plot.x(marks[one.n].step), plot.box.min.y + line / 2 + theme.px(2)};
    const bool is_said = &one - placed.data() < static_cast<std::ptrdiff_t>(kMostSaid);
    if (!is_said) {
      taken.push_back({{one.at.x - half, one.at.y - half}, {one.at.x + half, one.at.y + half}});
    }
  }
  for (PlacedMark& one : std::span(placed).first(std::min(kMostSaid, placed.size()))) {
    const TrainingMark& mark = marks[one.n];
    const float width = text_size(theme, Face::kSmall, mark.words).x + theme.px(14);
    const bool goes_left = one.at.x - width > plot.box.min.x;
    const auto words_at = [&](float y) {
      const float left = goes_left ? one.at.x - width : one.at.x + theme.px(10);
      return Box{{left, y - line / 2}, {left + width, y + line / 2}};
    };
    const auto is_taken = [&](const Box& box) {
      return std::ranges::any_of(taken, [&](const Box& other) { return other.overlaps(box); });
    };
    const float lowest = plot.box.max.y - line / 2;
    for (float y = one.at.y; y <= lowest; y += line) {
      if (is_taken(words_at(y))) continue;
      one.at.y = y;
      one.words = words_at(y);
      taken.push_back(one.words->columns(std::min(one.words->min.x, one.at.x - half),
                                         std::max(one.words->max.x, one.at.x + half)));
      break;
    }
  }
  return placed;
}

/// Handles clicks on marks.
void hit_marks(Ui& ui, TrainingDesk& desk, const std::vector<PlacedMark>& placed) {
  const float reach = ui.theme.px(7);
  std::optional<Index> pressed;
  for (const PlacedMark& one : placed) {
    const TrainingMark& mark = desk.history().marks[one.n];
    const Box area{{one.at.x - reach, one.at.y - reach}, {one.at.x + reach, one.at.y + reach}};
    const std::string name = "train.mark." + std::to_string(one.n);
    ui.map.say(name, mark.words);
    if (hit_area(ui, name, area)) pressed = mark.step;
    note_more(ui, area.min, area.max, mark.words + ", step " + grouped(mark.step));
  }
  if (pressed) desk.look_at(*pressed);
}

void draw_marks(const Theme& theme, const TrainingDesk& desk, const RunPlot& plot,
                const std::vector<PlacedMark>& placed) {
  const Palette& palette = theme.colors();
  for (const PlacedMark& one : placed) {
    const TrainingMark& mark = desk.history().marks[one.n];
    const bool is_later = mark.step > desk.step();
    const ImU32 color = is_later ? palette.secondary : palette.text;
    const float half = theme.px(4);
    imgui::list()->AddLine({one.at.x, one.at.y + half}, {one.at.x, plot.box.max.y},
                           with_alpha(palette.faint, 0.5F));
    diamond(one.at, half, color, is_later);
    if (one.words) {
      draw_text(theme, Face::kSmall, one.words->min, color, mark.words);
    }
  }
}

/// Handle: line, knob on the test loss, and label with the step.
void draw_handle(Ui& ui, const TrainingDesk& desk, const RunPlot& plot, float foot) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const SharedSnapshot& shown = desk.shown();
  if (!shown) return;
  const float x = std::round(plot.x(shown->step()));
  imgui::list()->AddLine({x, plot.box.min.y}, {x, foot}, palette.query, theme.px(2));
  const float y = plot.of_loss(static_cast<double>(shown->test.loss));
  imgui::list()->AddCircleFilled({x, y}, theme.px(7), palette.panel, 28);
  imgui::list()->AddCircle({x, y}, theme.px(7), palette.query, 28, theme.px(2));
  const Box box = step_pill(theme, *shown, plot);
  const float half = box.height() / 2, pill = box.min.y + half;
  fill_box(box, palette.query, half);
  text_in(ui, box, Face::kMonoBold, palette.on_accent, grouped(shown->step()), 0.5F);
  for (const float side : {-1.F, 1.F}) {
    const float at = side < 0 ? box.min.x + theme.px(8) : box.max.x - theme.px(8);
    const ImVec2 points[] = {{at - side * theme.px(2), pill - theme.px(4)},
                             {at + side * theme.px(2), pill},
                             {at - side * theme.px(2), pill + theme.px(4)}};
    imgui::stroke_line(points, 3, palette.on_accent, theme.px(1.3F));
  }
}

/// Legend entry left of `right`.
void key_entry(Ui& ui, float& right, float y, std::string_view words, ImU32 color) {
  const Theme& theme = ui.theme;
  const float width = text_size(theme, Face::kSmall, words).x;
  draw_text(theme, Face::kSmall, {right - width, y}, theme.colors().secondary, words);
  const float middle = y + theme.line_height(Face::kSmall) / 2;
  const float end = right - width - theme.px(6);
  imgui::list()->AddLine({end - theme.px(16), middle}, {end, middle}, color, theme.px(2));
  right = end - theme.px(16) - theme.px(14);
}

void curve_keys(Ui& ui, TrainingDesk& desk) {
  Keyboard& keys = ui.keys;
  if (keys.take(GLFW_KEY_LEFT)) desk.look_by(-1);
  if (keys.take(GLFW_KEY_RIGHT)) desk.look_by(1);
  if (keys.take(GLFW_KEY_LEFT, GLFW_MOD_SHIFT)) desk.look_by(-10);
  if (keys.take(GLFW_KEY_RIGHT, GLFW_MOD_SHIFT)) desk.look_by(10);
  if (keys.take(GLFW_KEY_HOME)) desk.look_at(0);
  if (keys.take(GLFW_KEY_END)) desk.look_live();
}

/// Film strip: the selected head at eleven evenly spaced places of the axis.
void draw_film(Ui& ui, TrainingDesk& desk, const RunPlot& plot, float top, float size) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  constexpr int kPictures = 11;
  // Pictures must not overlap.
  const float gap = plot.box.width() / (kPictures - 1);
  const int each = gap >= size + theme.px(4) ? 1 : 2;
  for (int n = 0; n < kPictures; n += each) {
    const Index step = plot.steps.step(static_cast<double>(n) / (kPictures - 1));
    const bool is_reached = step <= desk.history().last_step() || n == 0;
    const float center = plot.x(step);
    const ImVec2 at(std::round(center - size / 2), top);
    fill_box({at, {at.x + size, at.y + size}}, palette.field);
    const SharedSnapshot snapshot = is_reached ? desk.history().nearest(step) : nullptr;
    if (!snapshot) continue;
    const NetworkPicture* picture = desk.picture_at(snapshot);
    if (picture == nullptr) continue;
    const Matrix& weights = picture->weights(desk.head.layer, desk.head.head);
    const float cell = whole_cell(size, weights.rows());
    const float inset = std::floor((size - cell * static_cast<float>(weights.rows())) / 2);
    const bool is_later = snapshot->step() > desk.step();
    imgui::list()->PushClipRect(at, {at.x + size, at.y + size}, true);
    weight_picture(ui, {at.x + inset, at.y + inset}, cell, 0, weights, is_later ? 0.35F : 1);
    imgui::list()->PopClipRect();
  }
}

}  // namespace

void run_curves(Ui& ui, TrainingDesk& desk, const Box& box, bool has_film) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Box inner = box.within(theme.px(14));
  const TrainingHistory& history = desk.history();
  Pen pen{inner.min, inner.width()};
  float right = inner.max.x;
  const ImU32 faint_good = with_alpha(palette.good, 0.4F);
  const LearningTask& task = *desk.plan().task;
  if (!task.is_of_points) {
    key_entry(ui, right, inner.min.y, "train", faint_good);
    key_entry(ui, right, inner.min.y, "accuracy test", palette.good);
  }
  key_entry(ui, right, inner.min.y, "train", palette.faint);
  key_entry(ui, right, inner.min.y, "loss test", palette.text);
  if (!desk.ghosts().empty()) {
    constexpr std::string_view kGhost = "The previous run";
    right -= text_size(theme, Face::kSmall, kGhost).x;
    const std::size_t last = desk.ghosts().size() - 1;
    if (link(ui, "train.ghost", Face::kSmall, {right, inner.min.y}, kGhost)) {
      desk.choose_ghost(last);
    }
    right -= theme.px(14);
  }
  pen.width = right - inner.min.x;
  const std::string head =
      "L" + std::to_string(desk.head.layer) + ".H" + std::to_string(desk.head.head);
  const std::string start =
      ui.locked.empty() ? "press Play, or Space" : "answer the question first";
  fitting_heading(ui, pen, task.is_of_points ? "LOSS" : "LOSS AND ACCURACY",
                  history.last_step() == 0 ? start : "drag the handle, watch " + head);

  const float film = has_film ? theme.px(48) : 0;
  const float labels = theme.line_height(Face::kMonoSmall) + theme.px(2);
  RunPlot plot;
  const float beside = task.chance > 0
                           ? text_size(theme, Face::kSmall, chance_words(task)).x + theme.px(8)
                           : theme.px(40);
  plot.box = {{inner.min.x + theme.px(40), pen.at.y + theme.px(6)},
              {inner.max.x - beside,
               inner.max.y - labels - (has_film ? film + theme.px(14) : theme.px(4))}};
  plot.steps = StepAxis(std::max<Index>(desk.goal(), history.last_step()));
  plot.has_accuracy = !task.is_of_points;
  plot.loss = std::max(0.1, task.loss_of_zeros);
  for (const TestRecord& one : history.tests) {
    if (std::isfinite(one.loss)) plot.loss = std::max(plot.loss, static_cast<double>(one.loss));
  }
  plot.loss *= 1.08;
  const float foot = inner.max.y - labels - theme.px(2);
  const Box area{{plot.box.min.x - theme.px(20), plot.box.min.y},
                 {plot.box.max.x + theme.px(20), foot}};
  const std::vector<PlacedMark> marks = place_marks(theme, desk, plot);
  hit_marks(ui, desk, marks);  // handled first, as they are drawn over the curve
  hit_area(ui, "train.curve", area);
  if (ImGui::IsItemActive()) desk.look_at(plot.step(ImGui::GetIO().MousePos.x));
  if (has_keyboard(ui, "train.curve", area)) curve_keys(ui, desk);

  const float end = plot.x(history.last_step());
  if (desk.is_looking_back()) {
    fill_box(plot.box.columns(plot.x(desk.step()), end), palette.field);
  }
  draw_axes(ui, plot, task.chance);
  if (task.is_of_points) {
    draw_level(ui, plot, plot.of_loss(task.loss_of_zeros), "y = 0");
    draw_level(ui, plot, plot.of_loss(task.loss_of_step), "1 step");
  } else if (task.chance > 0) {
    draw_chance(ui, plot, task);
  }
  for (const TrainingDesk::Ghost& ghost : desk.ghosts()) {
    draw_tests(plot, ghost.history, with_alpha(palette.text, 0.25F),
               with_alpha(palette.good, 0.25F), theme.px(1));
  }
  const auto draw = [&](float from, float to, float alpha) {
    if (to <= from) return;
    imgui::list()->PushClipRect({from, plot.box.min.y - theme.px(2)}, {to, plot.box.max.y + 1},
                                true);
    draw_batches(plot, history, with_alpha(palette.faint, 0.7F * alpha),
                 with_alpha(palette.good, 0.4F * alpha), theme.px(1));
    draw_tests(plot, history, with_alpha(palette.text, alpha), with_alpha(palette.good, alpha),
               theme.px(2));
    imgui::list()->PopClipRect();
  };
  const float now = desk.is_looking_back() ? plot.x(desk.step()) : end + theme.px(2);
  draw(plot.box.min.x - theme.px(2), now, 1);
  draw(now, end + theme.px(2), 0.35F);
  draw_marks(theme, desk, plot, marks);
  if (has_film) draw_film(ui, desk, plot, plot.box.max.y + theme.px(10), film);
  draw_ticks(ui, plot, inner.max.y - labels + theme.px(2), !has_film);
  draw_handle(ui, desk, plot, has_film ? plot.box.max.y + theme.px(8) : plot.box.max.y);
}

}  // namespace attn::ui
