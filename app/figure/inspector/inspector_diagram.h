#pragma once

#include "app/figure/numbers/view_input.h"

namespace attn {

/// Why a query attends to a key: the chain of formulas from the score to the output in the numbers
/// of the cell that is looked at, and what each key brings to that output. Without a cell it is the
/// query's with the key that it looks at most.
Diagram inspector_diagram(const ViewInput& input);

}  // namespace attn
