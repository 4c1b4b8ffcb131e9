#pragma once

#include "app/figure/numbers/view_input.h"

namespace attn {

/// Draws the pipeline of the selected head as a row of thumbnails, and the open step in full size
/// below. The cells that feed the cell under the mouse (for steps of pairs, the pinned cell) are
/// highlighted in both. Targets: "steps.step[n]", the thumbnail of step n.
Diagram steps_diagram(const ViewInput& input);

}  // namespace attn
