#include <algorithm>
#include <cmath>
#include <optional>

#include "app/document/numbers/numbers.h"
#include "app/figure/numbers/position_model.h"
#include "app/figure/positions/positions_diagram.h"
#include "app/ui/theme/rich_text.h"
#include "app/ui/toolkit/slider.h"
#include "app/ui/views/diagram_panel.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

/// Label and field for an integer from `low` to `high`, ending at `right`; returns the start of the
/// label. Invalid input is reset.
float whole_number(Ui& ui, std::string_view name, std::string_view label, const Box& line,
                   float right, int low, int high, int now, int& value) {
  const Theme& theme = ui.theme;
  const float width = theme.px(56), gap = theme.px(8);
  const Box field = line.columns(right - width, right);
  const TextEdit typed =
      text_field(ui, name, field, Face::kMono, std::to_string(now), OnClick::kSelectAll);
  if (typed.committed) {
    const auto number = parse_number(typed.text);
    if (number && std::round(*number) == *number) {
      value = static_cast<int>(clamped(*number, static_cast<float>(low), static_cast<float>(high)));
    }
  }
  const float words = rich_size(theme, Face::kSmall, label).x;
  rich_in(ui, line.columns(field.min.x - gap - words, field.min.x - gap), Face::kSmall,
          theme.colors().secondary, label, 1);
  return field.min.x - gap - words;
}

/// Choice of the parts, side by side, or as a list if `room` is too narrow.
void part_choice(Ui& ui, const Box& line, float room, std::string& part) {
  const Theme& theme = ui.theme;
  const auto parts = position_parts();
  std::vector<std::string_view> labels;
  float needed = 0;
  for (const PositionPart& one : parts) {
    labels.push_back(one.label);
    needed += text_size(theme, Face::kBody, one.label).x + theme.px(24);
  }
  int chosen = static_cast<int>(std::ranges::find(parts, part, &PositionPart::id) - parts.begin());
  if (chosen == static_cast<int>(parts.size())) chosen = 0;
  const int before = chosen;
  if (needed <= room) {
    segmented(ui, "positions.part", line.min, line.height(), labels, chosen);
  } else {
    const float width = std::min(room, theme.px(130));
    choice(ui, "positions.part", line.left_of(line.min.x + width), labels, chosen);
  }
  if (chosen != before) part = parts[static_cast<std::size_t>(chosen)].id;
}

const PositionPart& part_of(const Workspace& workspace) {
  return position_part(workspace.look.view.options.positions);
}

/// View of positions: encoding, frequencies, similarity, rotation, comparison with bits, and effect
/// on the weights. A click on a dimension or a wave toggles its curve; dragging a dial changes the
/// shift.
class PositionsView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  std::size_t figure(const Workspace& workspace) const override {
    return static_cast<std::size_t>(&part_of(workspace) - position_parts().data());
  }

  std::string hint(const Workspace& workspace) const override {
    const PositionPart& part = part_of(workspace);
    const bool has_terms = workspace.scene().position.kind->term;
    if (has_terms && !part.term_hint.empty()) return std::string(part.term_hint);
    if (!part.has_scene) return std::string(part.hint);
    const Index tokens = std::max(workspace.scene().key_count(), workspace.scene().query_count());
    return "the blue bar is the scene's " +
           (tokens == 1 ? std::string("one token") : std::to_string(tokens) + " tokens") +
           (part.hint.empty() ? "" : " · " + std::string(part.hint));
  }

  void controls(Ui& ui, Access access, Pen& pen) override {
    const Theme& theme = ui.theme;
    ViewOptions::Positions& options = access.look.view.options.positions;
    const Box line = pen.take(theme.px(28));
    const std::string_view label = line.width() > theme.px(600) ? "positions shown" : "positions";
    float room = line.width();
    if (part_of(access).has_rows) {
      const PositionModel& shown = model(access);
      const float begin = whole_number(ui, "positions.rows", label, line, line.max.x, 1,
                                       static_cast<int>(kMostPositions),
                                       static_cast<int>(shown.rows()), options.rows);
      room = begin - line.min.x - theme.px(14);
    }
    part_choice(ui, line, room, options.part);
    pen.take(theme.px(8));
    if (part_of(access).has_shift) {
      const Box below = pen.take(theme.px(28));
      shift_controls(ui, access, below.left_of(std::min(below.max.x, below.min.x + theme.px(520))));
      pen.take(theme.px(6));
    }
  }

  void take_input(Ui& ui, Access access, const DiagramInput& input) override {
    ViewOptions::Positions& options = access.look.view.options.positions;
    const PositionModel& shown = model(access);
    if (const auto wave = number_in(input.clicked, "positions.wave[")) {
      toggle_dimension(shown, options, shown.dimension_of(static_cast<Index>(*wave)));
    }
    if (input.clicked_cell) {
      const auto& [matrix, where, symbol, is_pairs, cell, value, is_masked] = *input.clicked_cell;
      if (matrix == "positions.P") toggle_dimension(shown, options, cell.key);
      if (matrix == "positions.omega") {
        toggle_dimension(shown, options, shown.dimension_of(cell.key));
      }
      if (const auto head = number_in(matrix, "positions.head[")) access.look.view.head = *head;
    }
    if (number_in(input.dragged, "positions.dial[")) {
      if (!dragged_from_) dragged_from_ = static_cast<int>(shown_shift(options));
      const float moved = ImGui::GetMouseDragDelta(0, 0).x / ui.theme.px(8);
      constexpr int kMost = static_cast<int>(kMostPositions);
      const int wanted = *dragged_from_ + static_cast<int>(std::lround(moved));
      if (!input.drag_ends) options.shift = clamped(wanted, -kMost, kMost);
    }
    if (input.drag_ends || input.dragged.empty()) dragged_from_.reset();
  }

 private:
  /// Controls of δ: a slider over the shown positions, and a field for any number.
  void shift_controls(Ui& ui, Access access, const Box& line) {
    const Theme& theme = ui.theme;
    ViewOptions::Positions& options = access.look.view.options.positions;
    const PositionModel& shown = model(access);
    const auto farthest = static_cast<float>(std::max<Index>(1, shown.rows() - 1));
    constexpr int kMost = static_cast<int>(kMostPositions);
    const int shift = static_cast<int>(shown_shift(options));
    const int start = static_cast<int>(shown_start(shown, options));
    const float start_begins = whole_number(ui, "positions.start", "start $i$", line, line.max.x, 0,
                                            kMost, start, options.start);
    const float field_begins =
        whole_number(ui, "positions.shift.field", "", line, start_begins - theme.px(14), -kMost,
                     kMost, shift, options.shift);
    const std::string_view label = "shift $\\delta$";
    const float words = rich_size(theme, Face::kSmall, label).x;
    rich_in(ui, line.left_of(line.min.x + words), Face::kSmall, theme.colors().secondary, label, 0);
    const Box knob = line.columns(line.min.x + words + theme.px(10), field_begins);
    const SliderEdit edit =
        slider(ui, "positions.shift", knob, static_cast<float>(shift) / farthest, 1 / farthest);
    if (edit.place) options.shift = static_cast<int>(std::lround(*edit.place * farthest));
  }

  struct ModelSource {
    std::size_t evaluation;
    Index head;
    int rows;
    std::string part;
    bool operator==(const ModelSource&) const = default;
  };

  /// The shown model, rebuilt only when its inputs change.
  const PositionModel& model(const Workspace& workspace) {
    const auto last = std::ssize(workspace.scene().heads) - 1;
    const ViewOptions::Positions& options = workspace.look.view.options.positions;
    const ModelSource key{workspace.evaluated().number(),
                          clamped<Index>(workspace.look.view.head, 0, last), options.rows,
                          options.part};
    if (key_ != key) model_ = position_model(workspace.scene(), key.head, options);
    key_ = key;
    return model_;
  }

  std::optional<ModelSource> key_;  // inputs of model_, as a cache key
  PositionModel model_;
  std::optional<int> dragged_from_;  // shift at the start of a drag
};

}  // namespace

std::unique_ptr<View> make_positions_view(const ViewKind& kind) {
  return std::make_unique<PositionsView>(kind);
}

}  // namespace attn::ui
