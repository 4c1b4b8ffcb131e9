#pragma once

#include "app/figure/numbers/view_input.h"

namespace attn {

/// Draws the attention of each query in every shown head as links between tokens in the heads'
/// colours, with the links of the shown query highlighted; and, if they fit, (b) the heatmaps of
/// these heads. Exported figures have letters and a caption with the share of the drawn weights.
/// Targets and matrices: those of LinkPlaces and LinkHeatmaps; with more heads than colours,
/// "links.head[h]" are the numbers above, which choose heads.
Diagram links_diagram(const ViewInput& input);

}  // namespace attn
