#include "app/session/training/painted_target.h"

#include <algorithm>

namespace attn {
namespace {

/// Number of visible cells in a row.
Index seen_of(const PaintedHead& painted, Index row, bool is_causal) {
  return is_causal ? std::min(row + 1, painted.cells.cols()) : painted.cells.cols();
}

}  // namespace

void paint(PaintedHead& painted, const PaintStroke& stroke, bool is_causal) {
  const Index reach = stroke.brush / 2;
  const Index last_row = std::min(painted.cells.rows() - 1, stroke.row + reach);
  for (Index row = std::max<Index>(0, stroke.row - reach); row <= last_row; ++row) {
    const Index end = std::min(seen_of(painted, row, is_causal), stroke.column + reach + 1);
    for (Index column = std::max<Index>(0, stroke.column - reach); column < end; ++column) {
      painted.cells(row, column) = stroke.weight;
    }
  }
}

WeightTarget target_of(const PaintedHead& painted, bool is_causal, float factor) {
  WeightTarget target{.layer = painted.layer,
                      .head = painted.head,
                      .factor = factor,
                      .rows = Matrix::Zero(painted.cells.rows(), painted.cells.cols())};
  for (Index row = 0; row < target.rows.rows(); ++row) {
    const Index seen = seen_of(painted, row, is_causal);
    const auto cells = painted.cells.row(row).head(seen).array();
    const auto count = static_cast<Index>((cells > 0).count());
    if (count == 0) continue;
    const Index others = seen - count;
    const float share = others == 0 ? 1 : cells.maxCoeff();
    const float left = others == 0 ? 0 : (1 - share) / static_cast<float>(others);
    const float sum = cells.sum();
    for (Index column = 0; column < seen; ++column) {
      const float cell = painted.cells(row, column);
      target.rows(row, column) = cell > 0 ? share * cell / sum : left;
    }
  }
  return target;
}

}  // namespace attn
