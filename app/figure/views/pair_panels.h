#pragma once

#include "app/figure/numbers/view_input.h"
#include "app/figure/views/pair_quantity.h"

namespace attn {

/// What `quantity` is in each head: a panel for each, on the colours that the range says.
Diagram pair_panels(const ViewInput& input, const PairQuantity& quantity);

}  // namespace attn
