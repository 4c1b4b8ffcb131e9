#pragma once

#include <vector>

#include "app/figure/numbers/view_input.h"

namespace attn {

/// The weights of the selected head under two to four score functions and normalizers, side by side
/// on one range; below each the selected row as bars of one scale, and what the weights come to in
/// numbers. Where a height is given, as in the window, what each panel is stands above it in the
/// window's own controls, at panel_places(); else it is a heading.
Diagram compare_diagram(const ViewInput& input);

/// The left ends and the width of `count` panels in a diagram so wide, with a legend beside them.
struct PanelPlaces {
  std::vector<double> x;
  double width = 0;
};
PanelPlaces panel_places(std::size_t count, double width, bool legend = true);

}  // namespace attn
