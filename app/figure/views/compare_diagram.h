#pragma once

#include "app/figure/numbers/view_input.h"
#include "app/figure/views/panel_grid.h"

namespace attn {

/// The weights of the selected head under two to four score functions and normalizers, or settings
/// of the scene, side by side on one range, with what a sink takes as one more column; below each
/// the selected row as bars of one scale, a sink's hollow, and what the weights come to in numbers.
/// Beside two the second less the first, where that is chosen. Where a height is given, as in the
/// window, what each panel is stands above it in the window's own controls, at compared_panels();
/// else it is a heading.
Diagram compare_diagram(const ViewInput& input);

/// How `count` panels stand side by side in a diagram so wide, with a legend beside them; their
/// height is left at 0.
PanelGrid compared_panels(int count, double width, bool legend = true);

}  // namespace attn
