#pragma once

#include <map>
#include <string>
#include <utility>

#include "app/figure/canvas/drawing.h"
#include "app/figure/diagram/cell_grid.h"
#include "app/figure/diagram/diagram.h"
#include "app/figure/page/figure_options.h"
#include "app/figure/page/figure_page.h"

namespace attn {

/// Measures texts as drawn in figures, with equal fonts. Not thread-safe.
class FigureRuler : public Ruler {
 public:
  /// `is_fine`: type may be small, for a screen viewed closely. Otherwise for paper: legible type,
  /// and words are broken into lines.
  explicit FigureRuler(bool is_fine = true) : is_fine_(is_fine) {}
  double width(std::string_view text, Type type) const override;
  std::string shortened(std::string_view text, Type type, double width) const override;
  bool is_fine() const override { return is_fine_; }
  bool breaks_lines() const override { return !is_fine_; }

 private:
  bool is_fine_;
  /// Panels side by side have equal names.
  mutable std::map<std::pair<Type, std::string>, double> widths_;
};

/// Options for drawing a diagram.
struct DiagramLook {
  const FigureTheme* theme = &kLightFigure;
  Numbers numbers = Numbers::automatic;  ///< in cells
  double scale = 1;                      ///< pixels per unit, to align edges of cells
  bool is_fine = true;                   ///< as in FigureRuler, for numbers
  double margin = kFigureMargin;
  bool gaps = true;  ///< between cells
  std::optional<Index>
      of_largest{};  ///< numbers of so many of a row's cells, the largest; empty: all
};

/// Returns whether each cell of named matrices has space for its number, at any size.
bool has_room_for_numbers(const Diagram& diagram);

/// How cells are pooled where a page has fewer dots than `diagram` has cells, `resolution` dots per
/// unit: "each pixel the largest of 3 × 3", of the heatmap with the most; empty if none are.
std::string pooled_words(const Diagram& diagram, double resolution);

/// Draws the cells of `mark` in the places of `grid`, without numbers, over the picture behind
/// them.
void draw_cells(Canvas& canvas, const MatrixMark& mark, const CellGrid& grid);

/// `diagram` with a margin.
Drawing drawing_of(Diagram diagram, const DiagramLook& look = {});

}  // namespace attn
