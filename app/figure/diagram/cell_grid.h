#pragma once

#include "app/figure/text/rect.h"
#include "engine/base/matrix.h"

namespace attn {

/// Whether an M x L matrix has too many cells to be drawn one by one.
bool is_drawn_as_image(Index rows, Index columns);

/// The cells of a matrix: where they lie and how they are drawn.
struct CellGrid {
  Index rows = 0, columns = 0;
  Rect area;
  double gap = 0;         ///< between cells
  double lead = 0;        ///< whole pixels of it that lie before a cell, so that edges are sharp
  double radius = 0;      ///< of a cell's corners
  bool as_image = false;  ///< drawn as one image

  double cell_width() const { return area.width / static_cast<double>(columns); }
  double cell_height() const { return area.height / static_cast<double>(rows); }
  /// The cell without its gap.
  Rect cell(Index row, Index column) const { return inside(row, column, gap); }
  /// Of a masked cell the hatched part: small ones make one surface.
  Rect masked_cell(Index row, Index column) const { return inside(row, column, masked_gap()); }
  double masked_gap() const { return gap < 2 ? 0 : gap; }

 private:
  Rect inside(Index row, Index column, double space) const;
};

/// How large cells may be, in units.
struct CellLimits {
  double side = 640;  ///< of the matrix
  double cell = 76;
  double width = 1e9, height = 1e9;  ///< the room that there is
  /// Where square cells could not be told apart, they fill the room; else a very short side is
  /// stretched.
  bool fills = false;
  double stretch = 1;  ///< cells that could be square may be so many times as long as high
};

/// The gaps of M x L cells in `area`, for `scale` pixels a unit.
CellGrid grid_in(Rect area, Index rows, Index columns, double scale);

/// Cells for an M x L matrix, at (0, 0), for `scale` pixels a unit: square unless the matrix is
/// very long, and whole pixels (or whole cells to a pixel) unless that makes them much smaller.
/// With a scale of 0, they end anywhere.
CellGrid fit_cells(Index rows, Index columns, double scale, const CellLimits& limits = {});

}  // namespace attn
