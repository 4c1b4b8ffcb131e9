#pragma once

#include <limits>

#include "app/figure/text/rect.h"

namespace attn {

/// How the panels of a view stand: all of one size, row by row.
struct PanelGrid {
  int columns = 1, rows = 1;
  double width = 0, height = 0;  ///< of a panel with its heading
  double gap = 0;                ///< between two, either way

  /// Panel n, from the grid's upper left corner.
  Rect panel(int n) const;
  double full_width() const { return columns * (width + gap) - gap; }
  double full_height() const { return rows * (height + gap) - gap; }
};

/// What panels are like that are to be as large as they can.
struct PanelNeeds {
  double gap = 0, heading = 0;
  double least = 0;  ///< the width of a panel, where the height says nothing
  /// The side of a panel below its heading that is large enough.
  double largest = std::numeric_limits<double>::infinity();
};

/// As many of `count` panels side by side as makes squares below their headings largest, but no
/// more than are enough; one below the other where none has room. Where `height` is 0 it follows
/// from the width, of up to four squares, none narrower than the least.
PanelGrid fit_panels(int count, double width, double height, const PanelNeeds& needs);

}  // namespace attn
