#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "app/figure/diagram/heatmap_layout.h"

namespace attn {

/// Places `heatmap` at the upper left corner of `room`; labels are thinned and never overlap.
/// Returns the box of the cells.
Rect add_heatmap(Diagram& diagram, const Ruler& ruler, LabelledMatrix heatmap, Rect room);
/// Draws `heatmap` at the places of `layout`. Returns its matrix there.
MatrixMark add_heatmap(Diagram& diagram, const Ruler& ruler, LabelledMatrix heatmap,
                       const HeatmapLayout& layout);

/// Adds everything around and on the cells except the numbers.
void add_around(Diagram& diagram, const Ruler& ruler, LabelledMatrix heatmap,
                const HeatmapLayout& layout);

/// Adds the row labels of `heatmap`, whose area is set, to its left; at most `longest` wide.
void add_row_labels(Diagram& diagram, const Ruler& ruler, const LabelledMatrix& heatmap,
                    double longest);
/// Adds the column labels above or below the cells.
enum class LabelSide { above, below };
void add_column_labels(Diagram& diagram, const Ruler& ruler, const LabelledMatrix& heatmap,
                       bool turned, double longest, LabelSide side = LabelSide::above);

/// Names of the rows and columns of a small matrix, one of several side by side.
struct PanelNames {
  const std::vector<std::string>* rows = nullptr;
  const std::vector<std::string>* columns = nullptr;
  double left = 0, above = 0;  ///< space for them; 0: the cells are too small for names
  bool are_turned = false;     ///< the columns' names run upwards
};
/// Lays them out for a matrix that gets the rest of a space of that size.
PanelNames panel_names(const Ruler& ruler, const std::vector<std::string>& rows,
                       const std::vector<std::string>& columns, double width, double height);
/// Adds them to a matrix whose area is set. `shown`: cell whose names are coloured.
void add_panel_names(Diagram& diagram, const Ruler& ruler, const PanelNames& names,
                     const MatrixMark& matrix, const std::optional<Cell>& shown);

/// `values` in `area` as one more column next to `matrix`, coloured like its rows: on their own
/// range, if each has one. Without `shading`, on the range of the matrix.
MatrixMark column_beside(const MatrixMark& matrix, const Shading* shading, const std::string& title,
                         std::shared_ptr<const Matrix> values, Rect area);

/// Chosen colormap, else the one with this id.
const Colormap& colormap_of(const ViewState& state, std::string_view otherwise);
/// Chosen colormap, else the usual one for numbers of this span.
inline const Colormap& colormap_of(const ViewState& state, NumberSpan span) {
  return colormap_of(state, usual_colormap(span).id);
}

/// −m … m, where m is the largest finite absolute value in `matrices`; 1 if there is none.
ColorRange symmetric_range(const std::vector<const Matrix*>& matrices);

/// Outlines a row of `matrix` and one of its cells, as the selection is shown everywhere; a preview
/// is fainter and includes the column. Key −1: the row only. `track`: line width for outlines in
/// the middle of the gaps.
void add_selection(Diagram& diagram, const MatrixMark& matrix, Cell cell, bool is_preview = false,
                   double track = 0);

}  // namespace attn
