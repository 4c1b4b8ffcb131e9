#pragma once

#include <limits>

#include "app/figure/text/paint.h"

namespace attn {

/// Grid of the panels of a view: equal sizes, row by row.
struct PanelGrid {
  int columns = 1, rows = 1;
  double width = 0, height = 0;  ///< size of a panel with its heading
  double gap = 0;                ///< gap between panels, both ways

  /// Box of panel n, from the grid's upper left corner.
  Rect panel(int n) const;
  double full_width() const { return columns * (width + gap) - gap; }
  double full_height() const { return rows * (height + gap) - gap; }
};

/// Constraints for panels that should be as large as possible.
struct PanelNeeds {
  double gap = 0, heading = 0;
  double least = 0;  ///< least width of a panel, if the height is free
  /// Side length below the heading that is large enough.
  double largest = std::numeric_limits<double>::infinity();
  int columns = 0;  ///< panels side by side, if chosen; else 0
};

/// Places as many of `count` panels side by side as make the squares below their headings largest,
/// up to `largest`; in one column if none fit. If `height` is 0, it follows from the width, with up
/// to four squares per row, none narrower than `least`.
PanelGrid fit_panels(int count, double width, double height, const PanelNeeds& needs);

}  // namespace attn
