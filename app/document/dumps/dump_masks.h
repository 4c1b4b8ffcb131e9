#pragma once

#include <string>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/base/matrix.h"

namespace attn {

/// Cells of the heads of a layer that have a property, as those whose weight is 0.
struct CellsOfHeads {
  BoolMatrix in_all;  ///< M x L: those of every head
  Index heads = 0;
  Index count = 0;  ///< summed over the heads

  void add(const BoolMatrix& cells);
  /// Whether all heads have the same.
  bool is_same() const { return count == heads * in_all.count(); }
};

/// Whether a whole row of cells is a mask, of a query that sees no key.
enum class WholeRows { kMasked, kSeen };

/// Masks that hide only `cells`, M x L, as causal, window and padding masks do. Cells that are in
/// no such pattern are left out.
std::vector<Mask> masks_within(const BoolMatrix& cells, WholeRows rows = WholeRows::kMasked);

/// M x L: true where one of `masks` hides the key.
BoolMatrix hidden_cells(const std::vector<Mask>& masks, Index queries, Index keys);

/// Mask that hides `cells`, M x L.
Mask mask_of_cells(const BoolMatrix& cells);

/// M x L: scores so far below the largest of their row that a softmax in double precision gives
/// them exactly 0: by 746 or more, as e^−746 is 0.
BoolMatrix far_below(const Matrix& scores);

}  // namespace attn
