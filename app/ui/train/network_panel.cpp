#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "app/document/numbers/numbers.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/train/train_controls.h"
#include "app/ui/train/train_panels.h"
#include "app/ui/train/weight_picture.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

namespace attn::ui {
namespace {

constexpr double kLongStep = 0.05;  // seconds

/// Choice among rows of a table of kinds.
template <typename Kind>
bool kind_choice(Ui& ui, const std::string& name, std::string_view label,
                 std::span<const Kind* const> kinds, const Kind*& kind, Pen& pen) {
  const auto labels = texts_of(kinds, &Kind::label);
  int chosen = index_of(kinds, [&](const Kind* one) { return one == kind; });
  if (!choice_line(ui, pen, name, label, labels, chosen)) return false;
  kind = kinds[static_cast<std::size_t>(chosen)];
  return true;
}

/// Position encoding: none, learned table, or another kind.
bool position_choice(Ui& ui, TrainingPlan& plan, Pen& pen) {
  std::vector<std::string_view> labels = {"None", "Learned"};
  const auto kinds = positions_to_choose();
  int chosen = plan.sizes.has_positions ? 1 : 0;
  for (const PositionKind* one : kinds) {
    if (one == plan.kinds.position) chosen = static_cast<int>(labels.size());
    labels.push_back(one->label);
  }
  if (!choice_line(ui, pen, "train.positions", "Positions", labels, chosen)) return false;
  plan.sizes.has_positions = chosen == 1;
  plan.kinds.position = chosen < 2 ? nullptr : kinds[static_cast<std::size_t>(chosen - 2)];
  return true;
}

void network_controls(Ui& ui, TrainingDesk& desk, Pen& pen, FoldedParts& folded) {
  const Theme& theme = ui.theme;
  TrainingPlan plan = desk.plan();
  Sizes& sizes = plan.sizes;
  std::string what;
  const Index numbers = desk.shown() ? std::ssize(desk.shown()->state.numbers) : 0;
  const std::string size = numbers > 0 ? grouped(numbers) + " numbers" : "";
  if (!fold_heading(ui, pen, "train.fold.network", "NETWORK", size, true, folded)) return;
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
  // The current width is added if it is not in the list.
  std::vector<Index> widths(widths_to_choose().begin(), widths_to_choose().end());
  const auto after = std::ranges::lower_bound(widths, sizes.width);
  if (after == widths.end() || *after != sizes.width) widths.insert(after, sizes.width);
  auto labels = texts_of<std::string>(widths, [](Index width) { return std::to_string(width); });
  int chosen = index_of(widths, [&](Index width) { return width == sizes.width; });
  if (number_choice(ui, "train.width", control_line(ui, pen, "Width"), labels, chosen)) {
    set_width(sizes, widths[static_cast<std::size_t>(chosen)]);
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
  if (position_choice(ui, plan, pen)) what = "Positions";
  flag("train.mask", "Mask", sizes.is_causal, "None", "Causal");
  if (sizes.layers == 1 && sizes.mlp == 0) {
    flag("train.residual", "Residual", sizes.has_residual, "None", "Added");
  }
  if (kind_choice(ui, "train.normalizer", "Normalizer", normalizers_to_choose(),
                  plan.kinds.normalizer, pen)) {
    what = "Normalizer";
  }
  if (kind_choice(ui, "train.score", "Score", scores_to_choose(), plan.kinds.score, pen)) {
    what = "Score";
  }
  if (!what.empty() && starts_again(desk.plan(), plan)) desk.change(plan, what);
  const double seconds = desk.seconds_expected();
  std::string note = "A change starts again; Ctrl+Z brings the run back.";
  if (seconds > kLongStep || !desk.is_fast()) {
    const std::string time =
        seconds < 0.1 ? brief(1000 * seconds, 2) + " ms" : brief(seconds, 2) + " s";
    note = "About " + time + " a step here" + (desk.is_fast() ? "" : ", by the slow method") +
           ". " + note;
  }
  ui.map.say("train.cost", note);
  if (!desk.refusal().empty()) complaint_line(ui, pen, &desk.refusal());
  pen.take(draw_paragraph(theme, Face::kSmall, pen.at, theme.colors().faint, note, pen.width) +
           theme.px(12));
}

void optimizer_controls(Ui& ui, TrainingDesk& desk, Pen& pen, FoldedParts& folded) {
  TrainingPlan plan = desk.plan();
  std::string what;
  if (!fold_heading(ui, pen, "train.fold.optimizer", "OPTIMIZER", "", true, folded)) return;
  const auto labels = texts_of(optimizer_kinds(), &OptimizerKind::label);
  auto chosen = static_cast<int>(plan.settings.optimizer - optimizer_kinds().data());
  if (choice(ui, "train.method", control_line(ui, pen, "Method"), labels, chosen)) {
    plan.settings.optimizer = &optimizer_kinds()[static_cast<std::size_t>(chosen)];
    what = std::string(plan.settings.optimizer->label);
  }
  StepSettings& step = plan.settings.step;
  std::string problem;
  const auto number = [&](const char* name, double& value, double low, double high,
                          const TypedBounds& typed) {
    const Box line = control_line(ui, pen, typed.label);
    TypedSetting edit = log_control(ui, name, line, value, low, high, typed);
    if (!edit.problem.empty()) problem = std::move(edit.problem);
    if (edit.number) value = *edit.number;
    return edit.number.has_value();
  };
  if (number("train.rate", step.learning_rate, kLeastRate, kMostRate, kTypedRate)) {
    what = "another rate";
  }
  const int by = stepper(ui, "train.batch", control_line(ui, pen, "Batch"),
                         std::to_string(plan.settings.batch));
  if (by != 0) {
    const Index next = by > 0 ? plan.settings.batch * 2 : plan.settings.batch / 2;
    plan.settings.batch = clamped<Index>(next, 1, kMostBatch);
    what = "another batch";
  }
  if (number("train.decay", step.decay, kLeastDecay, kMostDecay, kTypedDecay)) {
    what = "another decay";
  }
  if (!problem.empty()) desk.set_message(std::move(problem));
  if (!what.empty()) desk.change(plan, what);
  pen.take(ui.theme.px(12));
}

}  // namespace

void network_panel(Ui& ui, TrainingDesk& desk, const Box& box, NetworkPanelState& state) {
  const bool has_room = ImGui::GetIO().DisplaySize.x >= ui.theme.px(1280);
  scrolled(ui, "train.right", box.within(ui.theme.px(14)), [&](Pen& pen) {
    network_controls(ui, desk, pen, state.folded);
    optimizer_controls(ui, desk, pen, state.folded);
    const HeadPlace head = desk.painted_head();
    const std::string of = "for L" + std::to_string(head.layer) + ".H" + std::to_string(head.head);
    if (fold_heading(ui, pen, "train.fold.target", "PAINT A TARGET", of, false, state.folded)) {
      paint_panel(ui, desk, pen, state.brush);
    }
    if (fold_heading(ui, pen, "train.fold.gradient", "GRADIENT", "the slope of the loss", has_room,
                     state.folded)) {
      gradient_panel(ui, desk, pen, state.matrix);
    }
  });
}

}  // namespace attn::ui
