#pragma once

#include <string>

#include "app/figure/numbers/view_input.h"

namespace attn {

/// What stands in place of a view that the scene has nothing for: why, and below it what the view
/// is for.
Diagram explanation(const ViewInput& input, const std::string& why, const std::string& purpose);

}  // namespace attn
