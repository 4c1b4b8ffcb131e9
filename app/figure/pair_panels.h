#pragma once

#include "app/figure/pair_quantity.h"
#include "app/figure/view_input.h"

namespace attn {

/// What `quantity` is in each head: a panel for each, on the colours that the range says.
Diagram pair_panels(const ViewInput& input, const PairQuantity& quantity);

}  // namespace attn
