#include <algorithm>

#include "app/ui/views/diagram_panel.h"

namespace attn::ui {
namespace {

/// Key whose bar has this name, with the shown query.
std::optional<Cell> pair_of(const Workspace& workspace, std::string_view target) {
  const auto key = number_in(target, "outputs.weight[");
  if (!key || *key >= workspace.scene().key_count()) return std::nullopt;
  return Cell{pinned_or_last(workspace).query, *key};
}

/// Pair of query and key of a cell in one of the matrices: if the cell has only one of them, the
/// other is the selected one, or the key with the largest weight.
std::optional<Cell> pair_of(const Workspace& workspace, const MatrixCell& pointed) {
  const Trace& trace = workspace.evaluation().trace;
  const Index M = workspace.scene().query_count(), L = workspace.scene().key_count();
  if (pointed.where && pointed.where->part == Part::v) {
    return Cell{pinned_or_last(workspace).query, std::min(pointed.cell.query, L - 1)};
  }
  if (pointed.matrix == "outputs.weights") {
    return Cell{pinned_or_last(workspace).query, std::min(pointed.cell.key, L - 1)};
  }
  if (pointed.matrix == "outputs.row" || pointed.matrix == "outputs.w_o") return std::nullopt;
  const Index row = std::min(pointed.cell.query, M - 1);
  if (const auto pinned = workspace.pinned()) return Cell{row, pinned->key};
  const auto head =
      std::min(static_cast<std::size_t>(workspace.look.view.head), trace.heads.size() - 1);
  Index key = 0;
  trace.heads[head].weights.row(row).maxCoeff(&key);
  return Cell{row, key};
}

/// View of the heads' outputs, and of the selected row as the weighted mean of the values. The
/// hovered query's row or key's line is highlighted in the whole window; a click pins it.
class OutputsView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  std::string hint(const Workspace& workspace) const override {
    return workspace.evaluation().trace.output
               ? "weights × values = output; below, each head’s output and the combined one"
               : "weights × values = output; below, the output of each head";
  }

  void take_input(Ui&, Access access, const DiagramInput& input) override {
    if (input.hovered_cell) access.look.hovered = pair_of(access, *input.hovered_cell);
    if (!input.hovered.empty()) access.look.hovered = pair_of(access, input.hovered);
    std::optional<Cell> clicked = pair_of(access, input.clicked);
    if (input.clicked_cell) {
      clicked = pair_of(access, *input.clicked_cell);
      const auto where = input.clicked_cell->where;
      if (where && where->part == Part::head_output) access.look.view.head = where->head;
    }
    if (clicked) access.look.view.selection = clicked;
  }
};

}  // namespace

std::unique_ptr<View> make_outputs_view(const ViewKind& kind) {
  return std::make_unique<OutputsView>(kind);
}

}  // namespace attn::ui
