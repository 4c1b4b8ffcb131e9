#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/document/view/view_state.h"
#include "app/figure/diagram/diagram.h"
#include "app/figure/diagram/shading.h"

namespace attn {

/// A heatmap with what stands around it.
struct LabelledMatrix {
  MatrixMark matrix;                               ///< its area is set when it is placed
  const std::vector<std::string>* rows = nullptr;  ///< labels; null: none
  const std::vector<std::string>* columns = nullptr;
  std::string row_axis{}, column_axis{};  ///< "queries →"; may be empty
  std::optional<Cell> shown{};            ///< its row and itself are outlined
  double largest_cell = 76;
  bool is_square = true;       ///< cells are, as long as they can be told apart
  Ink shown_row = Ink::query;  ///< of the shown row's label
};

/// Puts `heatmap` into `room`, from its upper left corner on; labels thin out and never overlap.
/// Answers where the cells are.
Rect add_heatmap(Diagram& diagram, const Ruler& ruler, LabelledMatrix heatmap, Rect room);

/// What the colours mean, lowest below, with round numbers to the right of the bar in `room`, whose
/// ends are pointed where numbers lie beyond.
void add_legend(Diagram& diagram, const Colormap& colormap, ColorRange range, Beyond beyond,
                Rect room);

/// The room to the right of a legend's bar that its numbers take.
double legend_room(const Ruler& ruler, ColorRange range);

/// The same for numbers that become colours as `shading` says, with its words above.
void add_legend(Diagram& diagram, const Ruler& ruler, const Colormap& colormap,
                const Shading& shading, Rect room);
double legend_room(const Ruler& ruler, const Shading& shading);

/// The labels of the rows of `heatmap`, whose area is set, to its left; at most `longest` wide.
void add_row_labels(Diagram& diagram, const Ruler& ruler, const LabelledMatrix& heatmap,
                    double longest);
/// Likewise those of the columns, above it.
void add_column_labels(Diagram& diagram, const Ruler& ruler, const LabelledMatrix& heatmap,
                       bool turned, double longest);
/// The widest of `labels`, at most `most`.
double label_width(const Ruler& ruler, const std::vector<std::string>& labels, double most);

/// The colour map that was chosen, else the one with this id.
const Colormap& colormap_of(const ViewState& state, std::string_view otherwise);

/// −m … m with m the largest of the finite numbers in `matrices`; 1 where there is none.
ColorRange symmetric_range(const std::vector<const Matrix*>& matrices);

/// The outline of a row of `matrix` and of one of its cells, as the selection is shown everywhere.
void add_selection(Diagram& diagram, const MatrixMark& matrix, Cell cell);

}  // namespace attn
