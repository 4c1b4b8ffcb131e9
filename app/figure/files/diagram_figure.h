#pragma once

#include <map>
#include <string>
#include <utility>

#include "app/figure/canvas/drawing.h"
#include "app/figure/diagram/diagram.h"
#include "app/figure/page/figure_options.h"
#include "app/figure/page/figure_page.h"

namespace attn {

/// Measures texts as figures set them, all in the same fonts. For one thread.
class FigureRuler : public Ruler {
 public:
  /// Whether type may be as small as it can be read on a screen that is looked at closely. Else it
  /// is for paper: type is as large as it can be read there, and words break into lines.
  explicit FigureRuler(bool is_fine = true) : is_fine_(is_fine) {}
  double width(std::string_view text, Type type) const override;
  std::string shortened(std::string_view text, Type type, double width) const override;
  bool is_fine() const override { return is_fine_; }
  bool breaks_lines() const override { return !is_fine_; }

 private:
  bool is_fine_;
  /// Panels beside each other have the same names.
  mutable std::map<std::pair<Type, std::string>, double> widths_;
};

/// How a diagram is drawn.
struct DiagramLook {
  const FigureTheme* theme = &kLightFigure;
  Numbers numbers = Numbers::automatic;  ///< in cells
  double scale = 1;                      ///< pixels a unit, on which edges of cells are sharp
  bool is_fine = true;                   ///< as in FigureRuler, of the numbers
  double margin = kFigureMargin;
};

/// Whether each cell of a matrix that has a name has room for its number, however small.
bool has_room_for_numbers(const Diagram& diagram);

/// `diagram` with a margin around it.
Drawing drawing_of(Diagram diagram, const DiagramLook& look = {});

}  // namespace attn
