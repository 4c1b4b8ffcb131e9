#pragma once

#include <optional>
#include <string>

#include "app/figure/diagram/diagram.h"

namespace attn {

/// A heatmap whose rows and columns are numbers, not words: positions, dimensions, bits.
struct IndexHeatmap {
  MatrixMark matrix;  ///< its area is set when it is placed
  std::string caption{};
  /// "position →", "$j$ →"; may be empty. Like the caption, that of the columns may have formulas.
  std::string row_axis{}, column_axis{};
  bool has_legend = true;      ///< where it has room
  bool is_square = false;      ///< cells are
  Index marked_rows = 0;       ///< the first that many have a bar to their left
  std::optional<Index> row{};  ///< is outlined
};

/// Puts it into `room` from the upper left corner on. Answers where the cells are; nothing is drawn
/// and the area is empty where there is no room for any.
Rect add_index_heatmap(Diagram& diagram, const Ruler& ruler, IndexHeatmap heatmap, Rect room);

}  // namespace attn
