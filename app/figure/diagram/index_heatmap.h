#pragma once

#include <optional>
#include <string>

#include "app/figure/diagram/diagram.h"

namespace attn {

/// Heatmap whose rows and columns are numbers instead of words: positions, dimensions, bits.
struct IndexHeatmap {
  MatrixMark matrix{};  ///< its area is set by the layout
  std::string caption{};
  /// "position →", "$j$ →"; may be empty. May contain formulas, like the caption.
  std::string row_axis{}, column_axis{};
  bool has_legend = true;      ///< draw the legend, if it fits
  bool is_square = false;      ///< cells are square
  Index marked_rows = 0;       ///< number of first rows with a bar to their left
  std::optional<Index> row{};  ///< outlined row
};

/// Places the heatmap at the upper left corner of `room`. Returns the box of the cells; draws
/// nothing and returns an empty box if no cells fit.
Rect add_index_heatmap(Diagram& diagram, const Ruler& ruler, IndexHeatmap heatmap, Rect room);

}  // namespace attn
