#pragma once

#include <string>

#include "app/figure/numbers/view_input.h"

namespace attn {

/// Text in place of a view that does not apply to the scene: the reason `why`, and below it the
/// purpose of the view.
Diagram explanation(const ViewInput& input, const std::string& why, const std::string& purpose);

}  // namespace attn
