#pragma once

#include <vector>

#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/reference/parts.h"

namespace attn {

/// Block of cells of a matrix.
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

/// Cells that `cell` of the matrix depends on in one step: exactly those whose change can change
/// it. A masked pair is constant: its score depends on the mask alone, no weight depends on it, and
/// no output depends on its weight or, through it, on the key's value. `seen`: pairs visible to the
/// head (seen_by_head). Empty for an input.
std::vector<CellRange> feeding_cells(const Scene& scene, const BoolMatrix& seen, const Where& where,
                                     Cell cell);

/// Cells of `source` that a cell of `where` depends on, over all steps: with the shape of `source`.
/// Both must belong to one block.
BoolMatrix cells_behind(const Scene& scene, const Where& where, Cell cell, const Where& source);

/// As feeding_cells() for several cells, of a part before masking: up to `raw`.
std::vector<CellRange> feeding_cells(const Scene& scene, const CellRange& cells);

}  // namespace attn
