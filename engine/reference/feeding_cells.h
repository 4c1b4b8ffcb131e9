#pragma once

#include <vector>

#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/reference/parts.h"

namespace attn {

/// Cells of one matrix that stand together.
struct CellRange {
  Where where;
  Index row = 0, rows = 1;
  Index column = 0, columns = 1;
  bool has(const Where& other, Cell cell) const {
    return where == other && cell.query >= row && cell.query < row + rows && cell.key >= column &&
           cell.key < column + columns;
  }
  bool operator==(const CellRange&) const = default;
};

/// The cells from which `cell` of that matrix is computed in one step: just those of which, with
/// some numbers in the others, a change changes it. A masked pair has no number that could change:
/// its score depends on the mask alone, it feeds no weight, and its weight and the key's value feed
/// no output. `seen` is what the head sees (seen_by_head). Empty for an input.
std::vector<CellRange> feeding_cells(const Scene& scene, const BoolMatrix& seen, const Where& where,
                                     Cell cell);

/// Which cells of `source` a cell of `where` follows from, by all that is computed between: as
/// large as `source`. Both are of one block.
BoolMatrix cells_behind(const Scene& scene, const Where& where, Cell cell, const Where& source);

/// As feeding_cells() of several cells together, of a part that is not behind the masks: up to
/// `raw`.
std::vector<CellRange> feeding_cells(const Scene& scene, const CellRange& cells);

}  // namespace attn
