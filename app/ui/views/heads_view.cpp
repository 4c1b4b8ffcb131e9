#include <cmath>

#include "app/figure/views/head_links.h"
#include "app/ui/toolkit/slider.h"
#include "app/ui/views/diagram_panel.h"

namespace attn::ui {
namespace {

/// Head whose panel has this name, or whose matrix contains the cell.
std::optional<Index> head_of(std::string_view name, const std::optional<MatrixCell>& cell) {
  return cell && cell->where ? cell->where->head : number_in(name, "heads.head[");
}

/// View of all heads as small multiples, with the links of the selected query below. A click
/// selects a head, a double click opens it in Weights.
class HeadsView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  std::size_t figure(const Workspace& workspace) const override {
    return workspace.look.view.options.heads.are_outputs ? 1 : 0;
  }

  std::string hint(const Workspace& workspace) const override {
    const std::size_t count = workspace.scene().heads.size();
    if (count == 1) return "the scene has one head · double-click to enlarge";
    return std::to_string(count) + " heads · click one to select it · double-click to enlarge";
  }

  void controls(Ui& ui, Access access, Pen& pen) override {
    const Theme& theme = ui.theme;
    ViewOptions::Heads& options = access.look.view.options.heads;
    const Box line = pen.take(theme.px(28));
    constexpr std::string_view kOf[] = {"Weights", "Outputs"};
    two_way(ui, "heads.of", line, kOf, options.are_outputs);
    pen.take(theme.px(10));
    if (options.are_outputs) return;
    const float width = theme.px(130);
    const std::string words = "links: " + std::to_string(std::lround(options.share * 100)) + " %";
    const Box knob = line.right_of(line.max.x - width);
    text_in(ui, line.left_of(knob.min.x - theme.px(10)), Face::kSmall, theme.colors().secondary,
            words, 1);
    const SliderEdit edit =
        slider(ui, "heads.share", knob, static_cast<float>(options.share), 0.05F);
    if (edit.place) options.share = std::round(static_cast<double>(*edit.place) * 100) / 100;
  }

  void take_input(Ui&, Access access, const DiagramInput& input) override {
    const auto select = [access](const std::optional<Index>& head) {
      if (!head || *head >= std::ssize(access->scene().heads)) return false;
      access.look.view.head = *head;
      return true;
    };
    select(head_of(input.clicked, input.clicked_cell));
    take_links(access, input);
    const bool opens =
        ImGui::IsMouseDoubleClicked(0) && select(head_of(input.hovered, input.hovered_cell));
    if (opens && !access.look.is_hidden("tab.weights")) access.look.view.tab = "weights";
  }

 private:
  /// Handles the mouse on tokens and links below.
  void take_links(Access access, const DiagramInput& input) const {
    const Target* keys = find_target("heads.keys");
    const Target* queries = find_target("heads.queries");
    if (!keys || !queries) return;
    const Matrix& weights = shown_trace(access).weights;
    const Cell pinned = pinned_or_last(access);
    std::optional<Cell> cell;
    if (input.hovered == "heads.queries") {
      const Index query = token_at(queries->box, weights.rows(), input.mouse.x);
      const auto strongest = strongest_keys(weights, query, {.share = 0}).keys;
      cell = Cell{query, strongest.empty() ? pinned.key : strongest[0]};
    } else if (input.hovered == "heads.keys") {
      cell = Cell{pinned.query, token_at(keys->box, weights.cols(), input.mouse.x)};
    } else if (input.hovered == "heads.links") {
      const auto key = link_at(weights, pinned.query, access.look.view.options.heads.share,
                               keys->box, queries->box, input.mouse);
      if (key) cell = Cell{pinned.query, *key};
    }
    if (!cell) return;
    access.look.hovered = cell;
    if (input.clicked == input.hovered) access.look.view.selection = cell;
  }
};

}  // namespace

std::unique_ptr<View> make_heads_view(const ViewKind& kind) {
  return std::make_unique<HeadsView>(kind);
}

}  // namespace attn::ui
