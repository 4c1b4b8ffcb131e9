#include "app/document/dumps/dump_masks.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "engine/attention/mask.h"
#include "engine/attention/trace.h"

namespace attn {
namespace {

Mask mask_called(std::string_view kind) {
  Mask mask;
  mask.kind = &mask_kind(kind);
  return mask;
}

BoolMatrix hidden_by(const Mask& mask, Index queries, Index keys) {
  BoolMatrix seen = BoolMatrix::Constant(queries, keys, true);
  mask.kind->hide(mask, seen);
  return !seen.array();
}

std::optional<Mask> causal_within(const BoolMatrix& cells) {
  const Mask mask = mask_called("causal");
  const BoolMatrix hidden = hidden_by(mask, cells.rows(), cells.cols());
  return hidden.any() && (cells.array() || !hidden.array()).all() ? std::optional(mask)
                                                                  : std::nullopt;
}

/// The narrowest window, of radius 1 or more, outside which all keys are hidden. One that hides
/// only the farthest key is none.
std::optional<Mask> window_within(const BoolMatrix& cells) {
  Index radius = 1;
  for (Index i = 0; i < cells.rows(); ++i) {
    for (Index j = 0; j < cells.cols(); ++j) {
      if (!cells(i, j)) radius = std::max(radius, std::abs(i - j));
    }
  }
  if (radius > std::max(cells.rows(), cells.cols()) - 3) return std::nullopt;
  Mask mask = mask_called("window");
  mask.radius = static_cast<int>(radius);
  return mask;
}

std::optional<Mask> padding_within(const BoolMatrix& cells) {
  std::vector<bool> valid;
  for (Index j = 0; j < cells.cols(); ++j) valid.push_back(!cells.col(j).all());
  Mask mask = mask_called("padding");
  mask.valid = std::move(valid);
  if (!hidden_by(mask, cells.rows(), cells.cols()).any()) return std::nullopt;
  return mask;
}

/// Hides all keys from queries that see none.
std::optional<Mask> rows_within(const BoolMatrix& cells) {
  BoolMatrix hidden = BoolMatrix::Constant(cells.rows(), cells.cols(), false);
  for (Index i = 0; i < cells.rows(); ++i) hidden.row(i).setConstant(cells.row(i).all());
  return hidden.any() ? std::optional(mask_of_cells(hidden)) : std::nullopt;
}

using Within = std::optional<Mask> (*)(const BoolMatrix& cells);
constexpr Within kPatterns[] = {causal_within, window_within, padding_within, rows_within};

}  // namespace

void CellsOfHeads::add(const BoolMatrix& cells) {
  in_all = heads == 0 ? cells : BoolMatrix(in_all.array() && cells.array());
  count += cells.count();
  ++heads;
}

std::vector<Mask> masks_within(const BoolMatrix& cells, WholeRows rows) {
  std::vector<Mask> masks;
  BoolMatrix hidden = BoolMatrix::Constant(cells.rows(), cells.cols(), false);
  for (const Within within : kPatterns) {
    if (within == rows_within && rows == WholeRows::kSeen) continue;
    const std::optional<Mask> mask = within(cells);
    if (!mask) continue;
    const BoolMatrix more = hidden_by(*mask, cells.rows(), cells.cols());
    // A pattern that others explain is none of its own, as the last key of a causal mask.
    if ((hidden.array() || !more.array()).all()) continue;
    hidden.array() = hidden.array() || more.array();
    masks.push_back(*mask);
  }
  return masks;
}

BoolMatrix hidden_cells(const std::vector<Mask>& masks, Index queries, Index keys) {
  BoolMatrix hidden = BoolMatrix::Constant(queries, keys, false);
  for (const Mask& mask : masks) {
    hidden.array() = hidden.array() || hidden_by(mask, queries, keys).array();
  }
  return hidden;
}

Mask mask_of_cells(const BoolMatrix& cells) {
  Mask mask = mask_called("custom");
  mask.allowed = BoolMatrix(!cells.array());
  return mask;
}

BoolMatrix far_below(const Matrix& scores) {
  constexpr double kSurelyZero = 746;
  BoolMatrix cells(scores.rows(), scores.cols());
  for (Index i = 0; i < scores.rows(); ++i) {
    const Eigen::RowVectorXd row = scores.row(i).cast<double>();
    const double largest = row.maxCoeff<Eigen::PropagateNumbers>();
    cells.row(i) = row.array() <= largest - kSurelyZero && row.array() < largest;
  }
  return cells;
}

}  // namespace attn
