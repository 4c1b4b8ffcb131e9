#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "app/figure/diagram/heatmap_layout.h"

namespace attn {

/// Puts `heatmap` into `room`, from its upper left corner on; labels thin out and never overlap.
/// Answers where the cells are.
Rect add_heatmap(Diagram& diagram, const Ruler& ruler, LabelledMatrix heatmap, Rect room);

/// All that stands around its cells, and on them, but the numbers.
void add_around(Diagram& diagram, const Ruler& ruler, LabelledMatrix heatmap,
                const HeatmapLayout& layout);

/// The labels of the rows of `heatmap`, whose area is set, to its left; at most `longest` wide.
void add_row_labels(Diagram& diagram, const Ruler& ruler, const LabelledMatrix& heatmap,
                    double longest);
/// Likewise those of the columns, along that side.
enum class LabelSide { above, below };
void add_column_labels(Diagram& diagram, const Ruler& ruler, const LabelledMatrix& heatmap,
                       bool turned, double longest, LabelSide side = LabelSide::above);

/// `values` in `area` as one more column beside `matrix`, coloured as its rows are: on their range,
/// where each has its own. Without a `shading` on that of the matrix.
MatrixMark column_beside(const MatrixMark& matrix, const Shading* shading, const std::string& title,
                         std::shared_ptr<const Matrix> values, Rect area);

/// The colour map that was chosen, else the one with this id.
const Colormap& colormap_of(const ViewState& state, std::string_view otherwise);

/// −m … m with m the largest of the finite numbers in `matrices`; 1 where there is none.
ColorRange symmetric_range(const std::vector<const Matrix*>& matrices);

/// The outline of a row of `matrix` and of one of its cells, as the selection is shown everywhere;
/// of a cell that is only pointed at, fainter and with its column. A key of −1: of the row alone.
/// With a `track` the lines are so thick, and run in the middle of the gaps.
void add_selection(Diagram& diagram, const MatrixMark& matrix, Cell cell, bool is_preview = false,
                   double track = 0);

}  // namespace attn
