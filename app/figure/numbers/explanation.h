#pragma once

#include <string>

#include "app/figure/numbers/view_input.h"

namespace attn {

/// Text in place of a view that does not apply to the scene: the reason `why`, and below it the
/// purpose of the view.
Diagram explanation(const ViewInput& input, const std::string& why, const std::string& purpose);
/// Text in place of the outputs of a scene without values.
inline Diagram no_outputs(const ViewInput& input) {
  return explanation(input, "This scene has no values, so there are no outputs.",
                     "An output is the sum of the values, each times its weight.");
}

}  // namespace attn
