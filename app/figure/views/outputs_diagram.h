#pragma once

#include "app/figure/numbers/view_input.h"

namespace attn {

/// Above, an equation: the weights of the query that is looked at, times the values of the head,
/// are its output. Below, the outputs of every query, the heads' blocks side by side, then W_O and
/// what they become with it, or what else they are combined to. Outputs, values and W_O are on one
/// range, weights on theirs, 0 to 1.
Diagram outputs_diagram(const ViewInput& input);

}  // namespace attn
