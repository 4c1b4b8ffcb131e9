#pragma once

#include "app/figure/numbers/view_input.h"

namespace attn {

/// The output beside that of the shuffled tokens, without positions and with: lines lead from each
/// row to where it stands then, green where it is the same, and the largest difference is told.
Diagram symmetry_diagram(const ViewInput& input);

}  // namespace attn
