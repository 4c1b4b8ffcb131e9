#pragma once

#include "app/figure/numbers/view_input.h"

namespace attn {

/// What the scene costs (engine/reference/cost.h): its multiplications and the numbers that are
/// kept for the next token, in lines of formulas with numbers; part by part; and how both grow with
/// the tokens, on logarithmic scales, this scene marked, beside the same without masks and shared
/// keys.
Diagram cost_diagram(const ViewInput& input);

}  // namespace attn
