#include "app/ui/views/outputs_view.h"

#include <algorithm>

namespace attn::ui {
namespace {

Index query_of(const Session& session) {
  const auto pinned = session.pinned();
  return pinned ? pinned->query : session.scene().query_count() - 1;
}

/// The key whose bar has this name, for the query that is looked at.
std::optional<Cell> pair_of(const Session& session, std::string_view target) {
  const auto key = number_in(target, "outputs.weight[");
  if (!key || *key >= session.scene().key_count()) return std::nullopt;
  return Cell{query_of(session), *key};
}

/// The pair of query and key that a cell of one of the matrices belongs to: where it says only one
/// of them, the other is the one that is looked at, or the key that weighs most.
std::optional<Cell> pair_of(const Session& session, const MatrixCell& pointed) {
  const Trace& trace = session.evaluation().trace;
  const Index M = session.scene().query_count(), L = session.scene().key_count();
  if (pointed.matrix == "outputs.values" || pointed.matrix == "outputs.products") {
    return Cell{query_of(session), std::min(pointed.cell.query, L - 1)};
  }
  if (pointed.matrix == "outputs.row") return std::nullopt;
  const Index row = std::min(pointed.cell.query, M - 1);
  if (const auto pinned = session.pinned()) return Cell{row, pinned->key};
  const auto head = std::min(static_cast<std::size_t>(session.view.head), trace.heads.size() - 1);
  Index key = 0;
  trace.heads[head].weights.row(row).maxCoeff(&key);
  return Cell{row, key};
}

}  // namespace

std::string OutputsView::hint(const Session& session) const {
  return session.evaluation().trace.output
             ? "each head's output, and what they become together · one colour scale"
             : "each head's output · one colour scale";
}

void OutputsView::take(Ui&, Session& session, const DiagramInput& input) {
  if (input.hovered_cell) session.hovered = pair_of(session, *input.hovered_cell);
  if (!input.hovered.empty()) session.hovered = pair_of(session, input.hovered);
  std::optional<Cell> clicked = pair_of(session, input.clicked);
  if (input.clicked_cell) {
    clicked = pair_of(session, *input.clicked_cell);
    const auto head = number_in(input.clicked_cell->matrix, "outputs.head[");
    if (head) session.view.head = *head;
  }
  if (clicked) session.view.selection = clicked;
}

}  // namespace attn::ui
