#pragma once

#include "app/figure/text/paint.h"
#include "engine/base/matrix.h"

namespace attn {

/// Returns whether an M x L matrix has too many cells to draw them one by one.
bool is_drawn_as_image(Index rows, Index columns);

/// Positions and style of the cells of a matrix.
struct CellGrid {
  Index rows = 0, columns = 0;
  Rect area;
  double gap = 0;         ///< gap between cells
  double lead = 0;        ///< whole pixels of the gap before a cell, so that edges are sharp
  double radius = 0;      ///< radius of a cell's corners
  bool as_image = false;  ///< draw as one image

  double cell_width() const { return area.width / static_cast<double>(columns); }
  double cell_height() const { return area.height / static_cast<double>(rows); }
  /// Box of a cell without its gap.
  Rect cell(Index row, Index column) const { return inside(row, column, gap); }
  /// Hatched box of a masked cell: small ones form one surface.
  Rect masked_cell(Index row, Index column) const { return inside(row, column, masked_gap()); }
  double masked_gap() const { return gap < 2 ? 0 : gap; }

 private:
  Rect inside(Index row, Index column, double space) const;
};

/// Limits of the size of cells, in units.
struct CellLimits {
  double side = 640;  ///< longest side of the matrix
  double cell = 76;
  double width = 1e9, height = 1e9;  ///< available space
  /// If square cells would be indistinguishable, they fill the space; otherwise a very short side
  /// is stretched.
  bool fills = false;
  double stretch = 1;  ///< largest ratio of width to height of cells that could be square
};

/// Gaps of M x L cells in `area`, at `scale` pixels per unit.
CellGrid grid_in(Rect area, Index rows, Index columns, double scale, bool gaps = true);

/// Cells of an M x L matrix at (0, 0), at `scale` pixels per unit: square unless the matrix is very
/// long; whole pixels (or whole cells per pixel) unless that makes them much smaller. Scale 0: any
/// size.
CellGrid fit_cells(Index rows, Index columns, double scale, const CellLimits& limits = {});

}  // namespace attn
