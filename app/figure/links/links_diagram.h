#pragma once

#include "app/figure/numbers/view_input.h"

namespace attn {

/// What each query attends to in every head that is shown, as links between tokens in the heads'
/// colours, those of the shown query strong; and, where there is room, (b) the heatmaps of these
/// heads. Of a figure the letters and a caption say so, with the part of the weights that is drawn.
/// Targets and matrices: those of LinkPlaces and LinkHeatmaps; of more heads than there are
/// colours, "links.head[h]" are the numbers above, by which they are chosen.
Diagram links_diagram(const ViewInput& input);

}  // namespace attn
