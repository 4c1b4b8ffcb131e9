#include "app/ui/train/network_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/document/json/numbers.h"
#include "app/ui/theme/paragraph.h"
#include "app/ui/toolkit/slider.h"
#include "app/ui/train/gradient_panel.h"
#include "app/ui/train/transport.h"
#include "app/ui/train/weight_picture.h"

namespace attn::ui {
namespace {

constexpr double kLongStep = 0.05;  // seconds

/// A line with its name at the left; answers where the control goes.
Box control_line(Ui& ui, Pen& pen, std::string_view label) {
  const Theme& theme = ui.theme;
  const Box line = pen.take(theme.px(26));
  pen.take(theme.px(7));
  const float names = std::min(theme.px(104), std::round(line.width() * 0.46F));
  const bool is_narrow = text_size(theme, Face::kBody, label).x > names - theme.px(4);
  text_in(ui, {line.min, {line.min.x + names, line.max.y}}, is_narrow ? Face::kSmall : Face::kBody,
          theme.colors().secondary, label, 0);
  return {{line.min.x + names, line.min.y}, line.max};
}

/// − 2 +; answers by how much it is to change.
int stepper(Ui& ui, const std::string& name, const Box& box, const std::string& shown) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const float side = theme.px(28), middle = theme.px(38);
  const Box whole{box.min, {box.min.x + 2 * side + middle, box.max.y}};
  int by = 0;
  const auto button = [&](const char* end, const Box& part, const char* sign, int step) {
    if (button_area(ui, name + end, part)) by = step;
    const ImU32 color = ImGui::IsItemHovered() ? palette.query : palette.text;
    text_in(ui, part, Face::kBody, color, sign, 0.5F);
  };
  button(".less", {whole.min, {whole.min.x + side, whole.max.y}}, "−", -1);
  button(".more", {{whole.max.x - side, whole.min.y}, whole.max}, "+", 1);
  imgui::stroke_rect(train_list(), whole.min, whole.max, palette.hairline, theme.px(5), 1);
  for (const float x : {whole.min.x + side, whole.max.x - side}) {
    train_list()->AddLine({x, whole.min.y}, {x, whole.max.y}, palette.hairline);
  }
  text_in(ui, {{whole.min.x + side, whole.min.y}, {whole.max.x - side, whole.max.y}}, Face::kMono,
          palette.text, shown, 0.5F);
  ui.map.say(name, shown);
  return by;
}

/// One of numbers, side by side where there is room, else in a list.
bool number_choice(Ui& ui, const std::string& name, const Box& box,
                   const std::vector<std::string>& labels, int& chosen) {
  const std::vector<std::string_view> views(labels.begin(), labels.end());
  if (segmented_width(ui.theme, views) <= box.width()) {
    return segmented(ui, name, box.min, box.height(), views, chosen);
  }
  return choice(ui, name, box, views, chosen);
}

void network_controls(Ui& ui, TrainingDesk& desk, Pen& pen) {
  const Theme& theme = ui.theme;
  TrainingPlan plan = desk.plan();
  Sizes& sizes = plan.sizes;
  std::string what;
  const Index numbers = desk.shown() ? static_cast<Index>(desk.shown()->state.numbers.size()) : 0;
  heading(ui, pen, "NETWORK", numbers > 0 ? grouped(numbers) + " numbers" : "");
  if (const int by = stepper(ui, "train.layers", control_line(ui, pen, "Layers"),
                             std::to_string(sizes.layers))) {
    set_layers(sizes, sizes.layers + by);
    what = "Layers";
  }
  if (const int by =
          stepper(ui, "train.heads", control_line(ui, pen, "Heads"), std::to_string(sizes.heads))) {
    set_heads(sizes, sizes.heads + by);
    what = "Heads";
  }
  std::vector<std::string> labels;
  int chosen = 0;
  for (const Index width : widths_to_choose()) {
    if (width == sizes.width) chosen = static_cast<int>(labels.size());
    labels.push_back(std::to_string(width));
  }
  if (number_choice(ui, "train.width", control_line(ui, pen, "Width"), labels, chosen)) {
    set_width(sizes, widths_to_choose()[static_cast<std::size_t>(chosen)]);
    what = "Width";
  }
  labels.clear();
  chosen = 0;
  for (const Index times : mlps_to_choose()) {
    if (times * sizes.width <= sizes.mlp) chosen = static_cast<int>(labels.size());
    labels.push_back(times == 0 ? "None" : "× " + std::to_string(times));
  }
  if (number_choice(ui, "train.mlp", control_line(ui, pen, "MLP"), labels, chosen)) {
    set_mlp(sizes, mlps_to_choose()[static_cast<std::size_t>(chosen)]);
    what = "MLP";
  }
  const auto flag = [&](const char* name, const char* label, bool& value, const char* no,
                        const char* yes) {
    int at = value ? 1 : 0;
    const std::array<std::string_view, 2> both = {no, yes};
    if (!choice(ui, name, control_line(ui, pen, label), both, at)) return;
    value = at == 1;
    what = label;
  };
  flag("train.positions", "Positions", sizes.has_positions, "None", "Learned");
  flag("train.mask", "Mask", sizes.is_causal, "None", "Causal");
  if (sizes.layers == 1 && sizes.mlp == 0) {
    flag("train.residual", "Residual", sizes.has_residual, "None", "Added");
  }
  if (!what.empty() && starts_again(desk.plan(), plan)) desk.change(plan, what);
  const double seconds = seconds_of_step(desk.plan());
  std::string note = "A change starts again; Ctrl+Z brings the run back.";
  if (seconds > kLongStep) note = "About " + brief(seconds, 1) + " s a step here. " + note;
  const ImVec2 size = paragraph_size(theme, Face::kSmall, note, pen.width);
  draw_paragraph(train_list(), theme, Face::kSmall, pen.at, theme.colors().faint, note, pen.width);
  pen.take(size.y + theme.px(12));
}

/// A slider on a logarithmic scale, and a field for the number. Answers the new value.
std::optional<double> log_control(Ui& ui, const std::string& name, const Box& box, double value,
                                  double low, double high, bool has_zero) {
  const Theme& theme = ui.theme;
  const float field = theme.px(box.width() < theme.px(140) ? 52 : 66);
  const Box line{box.min, {box.max.x - field - theme.px(8), box.max.y}};
  const double span = std::log(high / low);
  const double place = value <= 0 ? 0 : std::clamp(std::log(value / low) / span, 0.0, 1.0);
  const SliderEdit moved = slider(ui, name, line, static_cast<float>(place), 1.F / 40);
  std::optional<double> result;
  if (moved.place && std::abs(static_cast<double>(*moved.place) - place) > 1e-4) {
    const double at = static_cast<double>(*moved.place);
    const double exact = low * std::exp(at * span);
    // Two digits are what a person sets.
    const double unit = std::pow(10, std::floor(std::log10(exact)) - 1);
    result = has_zero && at < 0.005 ? 0.0 : std::round(exact / unit) * unit;
  }
  const Box number{{box.max.x - field, box.min.y}, box.max};
  train_list()->AddRectFilled(number.min, number.max, theme.colors().field, theme.px(5));
  const std::string shown = brief(value, 3);
  const TextEdit edit = text_field(ui, name + ".number", number, Face::kMonoSmall, shown);
  if (edit.committed && edit.text != shown) {
    char* end = nullptr;
    const double typed = std::strtod(edit.text.c_str(), &end);
    const bool is_whole = end != edit.text.c_str() && *end == '\0';
    if (is_whole && typed >= 0 && typed <= 10 * high && (typed > 0 || has_zero)) result = typed;
  }
  ui.map.say(name, shown);
  return result;
}

void optimizer_controls(Ui& ui, TrainingDesk& desk, Pen& pen) {
  TrainingPlan plan = desk.plan();
  std::string what;
  heading(ui, pen, "OPTIMIZER");
  std::vector<std::string_view> labels;
  int chosen = 0;
  for (const OptimizerKind& kind : optimizer_kinds()) {
    if (&kind == plan.settings.optimizer) chosen = static_cast<int>(labels.size());
    labels.push_back(kind.label);
  }
  if (choice(ui, "train.method", control_line(ui, pen, "Method"), labels, chosen)) {
    plan.settings.optimizer = &optimizer_kinds()[static_cast<std::size_t>(chosen)];
    what = std::string(plan.settings.optimizer->label);
  }
  StepSettings& step = plan.settings.step;
  if (const auto rate = log_control(ui, "train.rate", control_line(ui, pen, "Learning rate"),
                                    step.learning_rate, kLeastRate, kMostRate, false)) {
    step.learning_rate = *rate;
    what = "another rate";
  }
  const int by = stepper(ui, "train.batch", control_line(ui, pen, "Batch"),
                         std::to_string(plan.settings.batch));
  if (by != 0) {
    const Index next = by > 0 ? plan.settings.batch * 2 : plan.settings.batch / 2;
    plan.settings.batch = std::clamp<Index>(next, 1, kMostBatch);
    what = "another batch";
  }
  if (const auto decay = log_control(ui, "train.decay", control_line(ui, pen, "Weight decay"),
                                     step.decay, kLeastDecay, kMostDecay, true)) {
    step.decay = *decay;
    what = "another decay";
  }
  if (!what.empty()) desk.change(plan, what);
  pen.take(ui.theme.px(12));
}

}  // namespace

void network_panel(Ui& ui, TrainingDesk& desk, const Box& box, int& matrix) {
  scrolled(ui, "train.right", train_panel(ui.theme, box), [&](Pen& pen) {
    network_controls(ui, desk, pen);
    optimizer_controls(ui, desk, pen);
    gradient_panel(ui, desk, pen, matrix);
  });
}

}  // namespace attn::ui
