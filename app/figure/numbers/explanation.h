#pragma once

#include <string>
#include <vector>

#include "app/figure/numbers/view_input.h"

namespace attn {

/// What stands in place of a view that the scene has nothing for: why, and below it what the view
/// is for.
Diagram explanation(const ViewInput& input, const std::string& why, const std::string& purpose);

/// `text` in lines of at most `width`, as far as its words are.
std::vector<std::string> wrapped(const Ruler& ruler, const std::string& text, Type type,
                                 double width);

}  // namespace attn
