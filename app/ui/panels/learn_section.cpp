#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "app/document/edits/head_edits.h"
#include "app/document/formulas/formula_text.h"
#include "app/document/numbers/numbers.h"
#include "app/session/workspace/learn.h"
#include "app/ui/numbers/number_table.h"
#include "app/ui/panels/sections.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/slider.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"
#include "engine/gradients/loss.h"

namespace attn::ui {
namespace {

constexpr double kLeastRate = 1e-4, kMostRate = 10;
/// More pairs take longer than a frame: their loss is shown from the first step on.
constexpr Index kMostPairs = Index{1} << 14;

struct GoalLine {
  Goal goal;
  std::string_view label, loss;  ///< name of the goal, and of its loss
};
constexpr std::array<GoalLine, 3> kGoals = {{
    {Goal::kWeights, "Painted weights", "distance"},
    {Goal::kOutputs, "Outputs", "mean square"},
    {Goal::kRegression, "Regression", "sum of squares"},
}};

const GoalLine& line_of(Goal goal) { return *std::ranges::find(kGoals, goal, &GoalLine::goal); }

bool can_want(const Workspace& workspace, Goal goal) {
  if (goal == Goal::kRegression) return can_regress(workspace.scene());
  return goal == Goal::kWeights || workspace.evaluation().trace.output.has_value();
}

void words_below(Ui& ui, Pen& pen, const std::string& words) {
  const Theme& theme = ui.theme;
  pen.take(draw_paragraph(theme, Face::kSmall, pen.at, theme.colors().faint, words, pen.width) +
           theme.px(10));
}

void goal_line(Ui& ui, Access access, Pen& pen) {
  std::vector<std::string_view> labels;
  std::vector<Goal> goals;
  int chosen = 0;
  for (const GoalLine& one : kGoals) {
    if (!can_want(access, one.goal)) continue;
    if (one.goal == access.look.learning.plan.goal) chosen = static_cast<int>(goals.size());
    labels.push_back(one.label);
    goals.push_back(one.goal);
  }
  const Box box = list_line(ui, pen, "Wanted", labels);
  if (choice(ui, "learn.goal", box, labels, chosen)) {
    choose_goal(access, goals[static_cast<std::size_t>(chosen)]);
  }
  pen.take(ui.theme.px(8));
}

void paint_lines(Ui& ui, Access access, Pen& pen) {
  SceneLearning& learning = access.look.learning;
  const Theme& theme = ui.theme;
  const Box line = pen.take(theme.px(26));
  float right = line.max.x;
  if (!learning.plan.painted.is_blank() &&
      word_button_before(ui, "learn.clear", "Clear", line, right, false)) {
    learning.plan.painted = {};
    learning.changed();
  }
  const char* words = learning.is_painting ? "Stop painting" : "Paint weights";
  if (word_button(ui, "learn.paint", line.left_of(right), words,
                  !learning.is_painting && learning.plan.painted.is_blank())) {
    learning.is_painting = !learning.is_painting;
    access.look.painting = false;
    if (learning.is_painting) access.look.view.tab = "weights";
  }
  pen.take(theme.px(8));
  if (!learning.is_painting) return;
  constexpr std::array<std::string_view, 3> kSizes = {"1", "3", "5"};
  const Box brush = word_line(ui, pen, "Brush", theme.px(26));
  int size = learning.brush.size / 2;
  if (segmented(ui, "learn.brush", brush.min, brush.height(), kSizes, size)) {
    learning.brush.size = 2 * size + 1;
  }
  pen.take(theme.px(8));
  const Box weight = word_line(ui, pen, "Weight", theme.px(26));
  const float split = weight.max.x - theme.px(34);
  constexpr float kStep = 0.05F;
  const SliderEdit moved =
      slider(ui, "learn.weight", weight.left_of(split - theme.px(6)), learning.brush.weight, kStep);
  if (moved.place) {
    learning.brush.weight = clamped(std::round(*moved.place / kStep) * kStep, kStep, 1.F);
  }
  text_in(ui, weight.right_of(split), Face::kMonoSmall, theme.colors().text,
          fixed(static_cast<double>(learning.brush.weight), 2), 1);
  ui.map.say("learn.weight", fixed(static_cast<double>(learning.brush.weight), 2));
  pen.take(theme.px(6));
  words_below(ui, pen, "Drag over the cells; the right button erases. Blank rows have no target.");
}

void output_lines(Ui& ui, Access access, Pen& pen) {
  SceneLearning& learning = access.look.learning;
  const Theme& theme = ui.theme;
  if (learning.plan.outputs.size() == 0 || !fits(learning.plan, access->scene())) {
    begin_outputs(access);
  }
  const Matrix outputs = learning.plan.outputs;
  const NumberTable grid{
      "learn.outputs.table", access->scene().query_tokens(), {{"learn.outputs", "o", outputs}}};
  const NumberEdits changes =
      number_table(ui, pen, grid, lay_out(ui, grid, pen.width), theme.px(150));
  for (const NumberEdit& edit : changes.edits) {
    if (!std::isfinite(static_cast<float>(edit.value))) continue;
    learning.plan.outputs(edit.row, edit.column) = static_cast<float>(edit.value);
    learning.changed();
  }
  const Box line = pen.take(theme.line_height(Face::kSmall));
  if (link(ui, "learn.outputs.now", Face::kSmall, line.min, "As they are now")) {
    begin_outputs(access);
  }
  pen.take(theme.px(8));
}

/// Position of the next chip, line by line.
struct ChipRow {
  ImVec2 start, at;
  float width;

  Box take(const Theme& theme, float wanted) {
    const float height = theme.px(23), gap = theme.px(4), length = std::min(width, wanted);
    if (at.x > start.x && at.x + length > start.x + width) at = {start.x, at.y + height + gap};
    const Box box{at, {at.x + length, at.y + height}};
    at.x += length + gap;
    return box;
  }
};

/// Chip with a tick if `is_on`. Returns whether it was clicked.
bool tick_chip(Ui& ui, const std::string& name, ChipRow& row, const std::string& label,
               bool is_on) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const Box box =
      row.take(theme, std::ceil(rich_size(theme, Face::kSmall, label).x) + theme.px(26));
  const bool is_pressed = button_area(ui, name, box);
  fill_box(box,
           is_on                    ? mix(palette.panel, palette.query, 0.14F)
           : ImGui::IsItemHovered() ? palette.hover
                                    : palette.field,
           theme.px(5));
  outline_box(box, is_on ? palette.query : palette.hairline, theme.px(5));
  if (is_on) {
    const ImVec2 center(box.min.x + theme.px(11), (box.min.y + box.max.y) / 2);
    const float s = theme.px(3);
    const ImVec2 points[] = {{center.x - s, center.y},
                             {center.x - s / 3, center.y + s},
                             {center.x + s * 1.2F, center.y - s}};
    imgui::stroke_line(points, 3, palette.query, theme.px(1.6F));
  }
  rich_in(ui, box.right_of(box.min.x + theme.px(18)), Face::kSmall,
          is_on ? palette.text : palette.secondary, label, 0);
  return is_pressed;
}

/// Absent matrix of the shown head that could be added and learned: its default is the identity.
struct AbsentMatrix {
  std::string_view group;
  HeadMatrix matrix;
};
constexpr std::array<AbsentMatrix, 2> kAbsent = {{
    {"w_q", &Head::w_q},
    {"w_k", &Head::w_k},
}};

void give_chips(Ui& ui, Access access, ChipRow& row) {
  const auto h = static_cast<std::size_t>(access.look.view.head);
  const Scene& scene = access->scene();
  if (scene.embeddings->cols() == 0 || has_given_scores(scene.score)) return;
  for (const AbsentMatrix& one : kAbsent) {
    const std::size_t owner = one.matrix == &Head::w_k ? keys_head(scene, h) : h;
    if (scene.heads[owner].*one.matrix) continue;
    const std::string label = std::string(group_label(one.group)) + ": identity";
    if (!tick_chip(ui, "learn.give." + std::string(one.group), row, label, false)) continue;
    access.propose("learn", "Add " + plain_text(group_label(one.group)), "",
                   [&](Scene& changed) { give_weights(changed, owner, one.matrix); });
    SceneLearning& learning = access.look.learning;
    if (learning.plan.moves) learning.plan.moves->emplace(one.group);
    learning.changed();
    return;
  }
}

/// Draws a chip for each group of numbers: ticked if it may change.
void move_chips(Ui& ui, Access access, Pen& pen) {
  SceneLearning& learning = access.look.learning;
  const Theme& theme = ui.theme;
  pen.take(theme.px(4));
  const Box word = pen.take(theme.line_height(Face::kBody) + theme.px(6));
  text_in(ui, word, Face::kBody, theme.colors().secondary, "Trainable", 0);
  auto moves = moves_of(learning.plan, access->scene());
  ChipRow row{pen.at, pen.at, pen.width};
  for (const std::string& group : number_groups(access->scene())) {
    std::string name = "learn.move." + group;
    std::ranges::replace(name, '/', '.');
    const bool is_on = moves.contains(group);
    ui.map.say(name, is_on ? "moves" : "stays");
    if (!tick_chip(ui, name, row, std::string(group_label(group)), is_on)) continue;
    if (is_on) {
      moves.erase(group);
    } else {
      moves.insert(group);
    }
    learning.plan.moves = moves;
    learning.changed();
  }
  give_chips(ui, access, row);
  pen.take(row.at.y - pen.at.y + theme.px(33));
}

void method_line(Ui& ui, Access access, Pen& pen) {
  SceneLearning& learning = access.look.learning;
  const auto labels = texts_of(optimizer_kinds(), &OptimizerKind::label);
  auto chosen = static_cast<int>(&optimizer_of(learning.plan) - optimizer_kinds().data());
  const Box box = list_line(ui, pen, "Method", labels);
  if (choice(ui, "learn.method", box, labels, chosen)) {
    learning.plan.optimizer = optimizer_kinds()[static_cast<std::size_t>(chosen)].id;
    learning.changed();
  }
  pen.take(ui.theme.px(6));
}

/// Draws a logarithmic slider and a field for the learning rate, which applies from the next step.
void rate_line(Ui& ui, Access access, Pen& pen) {
  SceneLearning& learning = access.look.learning;
  const Theme& theme = ui.theme;
  const Box room = word_line(ui, pen, "Rate", theme.px(26));
  const float split = room.max.x - theme.px(52);
  const double rate = rate_of(learning.plan), span = std::log(kMostRate / kLeastRate);
  const double place = clamped(std::log(rate / kLeastRate) / span, 0.0, 1.0);
  const SliderEdit moved = slider(ui, "learn.rate.slider", room.left_of(split - theme.px(6)),
                                  static_cast<float>(place), 1.F / 50);
  if (moved.place && std::abs(static_cast<double>(*moved.place) - place) > 1e-4) {
    const double exact = kLeastRate * std::exp(static_cast<double>(*moved.place) * span);
    const double unit = std::pow(10, std::floor(std::log10(exact)) - 1);
    learning.plan.rate = std::round(exact / unit) * unit;
  }
  const Box field = room.right_of(split);
  fill_box(field, theme.colors().field, theme.px(5));
  const std::string shown = brief(rate, 3);
  ui.map.say("learn.rate", shown);
  const TextEdit edit =
      text_field(ui, "learn.rate", field, Face::kMonoSmall, shown, OnClick::kSelectAll);
  if (edit.committed && edit.text != shown) {
    char* end = nullptr;
    const double typed = std::strtod(edit.text.c_str(), &end);
    const bool is_number = end != edit.text.c_str() && *end == '\0';
    if (is_number && typed > 0 && typed <= 1e6) learning.plan.rate = typed;
  }
  pen.take(theme.px(8));
}

void speed_line(Ui& ui, Access access, Pen& pen) {
  constexpr std::array<std::string_view, 4> kLabels = {"1", "4", "16", "64"};
  constexpr std::array<Index, 4> kSteps = {1, 4, 16, 64};
  const Box room = word_line(ui, pen, "Speed", ui.theme.px(24));
  SceneLearning& learning = access.look.learning;
  int chosen = 0;
  for (std::size_t n = 0; n < kSteps.size(); ++n) {
    if (kSteps[n] == learning.steps_at_once) chosen = static_cast<int>(n);
  }
  if (segmented(ui, "learn.speed", room.min, room.height(), kLabels, chosen)) {
    learning.steps_at_once = kSteps[static_cast<std::size_t>(chosen)];
  }
  pen.take(ui.theme.px(8));
}

void transport_line(Ui& ui, Access access, Pen& pen) {
  SceneLearning& learning = access.look.learning;
  const Theme& theme = ui.theme;
  const Box line = pen.take(theme.px(28));
  const bool can = has_goal(access);
  const float middle = line.min.x + std::floor(line.width() * 0.58F);
  const char* words = learning.is_playing ? "Pause" : "Play";
  ui.map.say("learn.play", words);
  if (word_button(ui, "learn.play", line.left_of(middle - theme.px(6)), words, true, can)) {
    learning.is_playing ? pause_learning(access) : play_learning(access);
    ui.wake_at = ImGui::GetTime();
  }
  if (word_button(ui, "learn.step", line.right_of(middle), "One step", false, can)) {
    step_learning(access);
    ui.wake_at = ImGui::GetTime();
  }
  pen.take(theme.px(8));
}

/// Loss of the current scene, if it takes no longer than a frame allows.
std::optional<double> present_loss(Access access) {
  SceneLearning& learning = access.look.learning;
  const auto& run = learning.run;
  const auto at = static_cast<std::size_t>(learning.shown);
  if (run && learning.run_plan == learning.plan_number && at < run->losses().size()) {
    return run->losses()[at];
  }
  auto& kept = learning.present;
  if (kept.change == access->change_number() && kept.plan == learning.plan_number) {
    return kept.loss;
  }
  kept = {access->change_number(), learning.plan_number, std::nullopt};
  const Scene& scene = access->scene();
  const SceneTraining training = training_of(learning.plan, scene);
  const Index pairs = scene.key_count() * scene.query_count() * std::ssize(scene.heads);
  if (training.wish.losses.empty() || pairs > kMostPairs) return std::nullopt;
  try {
    kept.loss = loss_of(scene, training.wish);
  } catch (const SceneError&) {
    kept.loss.reset();  // shown as an error when training starts
  }
  return kept.loss;
}

void loss_line(Ui& ui, Access access, Pen& pen) {
  const SceneLearning& learning = access.look.learning;
  const Theme& theme = ui.theme;
  const Box line = pen.take(theme.line_height(Face::kSmall) + theme.px(2));
  const auto loss = present_loss(access);
  std::string words(line_of(learning.plan.goal).loss);
  if (loss) {
    constexpr double kNothing = 1e-12;  // tolerance for rounding
    words += " " + brief(std::abs(*loss) < kNothing ? 0.0 : *loss, 3);
    const bool is_weights = learning.plan.goal == Goal::kWeights;
    if (is_weights && &painted_loss(access->scene()) == &loss_kind("weights_kl")) words += " nats";
  }
  const std::string step = "step " + std::to_string(learning.shown);
  ui.map.say("learn.loss", words);
  ui.map.say("learn.step", step);
  if (loss) text_in(ui, line, Face::kSmall, theme.colors().text, words, 0);
  if (learning.run) text_in(ui, line, Face::kSmall, theme.colors().secondary, step, 1);
  pen.take(theme.px(4));
}

constexpr float kHeight = 52, kKnob = 7;

/// Maximum number of points: each is the largest loss of its steps.
std::vector<ImVec2> curve_points(const std::vector<double>& losses, const Box& box, double most) {
  const auto count = std::ssize(losses);
  const auto across = static_cast<Index>(std::max(1.F, box.width()));
  const Index each = std::max<Index>(1, count / across);
  std::vector<ImVec2> points;
  for (Index from = 0; from < count; from += each) {
    const auto first = losses.begin() + from;
    const double loss = *std::max_element(first, first + std::min(each, count - from));
    const double along =
        count > 1 ? static_cast<double>(from) / static_cast<double>(count - 1) : 0.0;
    points.emplace_back(box.min.x + box.width() * static_cast<float>(along),
                        box.max.y - box.height() * static_cast<float>(loss / most));
  }
  return points;
}

/// Draws the losses of the run, and below them a slider over its steps that restores the scene of a
/// step. Draws nothing without a run.
void learn_curve(Ui& ui, Access access, Pen& pen) {
  const SceneLearning& learning = access.look.learning;
  if (!learning.run || learning.run->losses().size() < 2) return;
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const std::vector<double>& losses = learning.run->losses();
  const Box area = pen.take(theme.px(kHeight));
  fill_box(area, palette.field, theme.px(5));
  const float inset = theme.px(kKnob), margin = theme.px(5);
  const Box box{{area.min.x + inset, area.min.y + margin},
                {area.max.x - inset, area.max.y - margin}};
  const double highest = *std::ranges::max_element(losses),
               lowest = std::min(0.0, *std::ranges::min_element(losses));
  const double most = std::max(highest - lowest, 1e-12);
  std::vector<double> above = losses;
  for (double& loss : above) loss -= lowest;
  const std::vector<ImVec2> points = curve_points(above, box, most);
  imgui::stroke_line(points.data(), static_cast<int>(points.size()), palette.query, theme.px(1.6F));
  const auto steps = static_cast<float>(std::max<Index>(1, learning.run->steps()));
  const float place = static_cast<float>(learning.shown) / steps;
  const float x = box.min.x + box.width() * place;
  imgui::list()->AddLine({x, area.min.y}, {x, area.max.y}, with_alpha(palette.query, 0.5F),
                         theme.px(1));
  const auto at = static_cast<std::size_t>(learning.shown);
  if (at < above.size()) {
    const float y = box.max.y - box.height() * static_cast<float>(above[at] / most);
    imgui::list()->AddCircleFilled({x, y}, theme.px(3.5F), palette.query, 20);
  }
  ui.map.add("learn.curve", area.min, area.max);
  const Box line = pen.take(theme.px(20));
  const SliderEdit moved = slider(ui, "learn.back", line, place, 1 / steps);
  const auto step = static_cast<Index>(std::lround(moved.place.value_or(place) * steps));
  if (moved.place && step != learning.shown) look_at_learned(access, step);
  pen.take(theme.px(8));
}

}  // namespace

SectionHead learn_head(const Workspace& workspace) {
  const SceneLearning& learning = workspace.look.learning;
  return {.id = "learn",
          .title = "LEARN",
          .word = "Learn",
          .value = learning.is_playing ? "step " + std::to_string(learning.shown)
                   : learning.run      ? std::to_string(learning.run->steps()) + " steps"
                                       : "off",
          .is_default = true,
          .is_aside = true};
}

void learn_section(Ui& ui, Access access, Pen& pen, bool is_first) {
  SectionHead head = learn_head(access);
  head.is_first = is_first;
  if (!begin_section(ui, access, pen, head)) return;
  SceneLearning& learning = access.look.learning;
  if (!can_want(access, learning.plan.goal)) choose_goal(access, Goal::kWeights);
  goal_line(ui, access, pen);
  switch (learning.plan.goal) {
    case Goal::kWeights:
      paint_lines(ui, access, pen);
      break;
    case Goal::kOutputs:
      output_lines(ui, access, pen);
      break;
    default:
      words_below(ui, pen, "Each output should equal its value, predicted from the other points.");
  }
  transport_line(ui, access, pen);
  loss_line(ui, access, pen);
  learn_curve(ui, access, pen);
  for (const std::string& words : {learning.problem, learning.still}) {
    if (words.empty()) continue;
    complaint_line(ui, pen, &words);
    pen.take(ui.theme.px(4));
  }
  ui.map.say("learn.problem", learning.problem + learning.still);
  move_chips(ui, access, pen);
  method_line(ui, access, pen);
  rate_line(ui, access, pen);
  speed_line(ui, access, pen);
  pen.take(ui.theme.px(10));
}

}  // namespace attn::ui
