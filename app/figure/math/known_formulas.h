#pragma once

#include <memory>
#include <string_view>

#include "app/figure/math/set_formula.h"

namespace attn {

/// `tex`, which is a formula of ours, in `style`, set once and kept for the calling thread until
/// many others were; what is wrong with one that is not is set as words.
std::shared_ptr<const SetFormula> known_formula(std::string_view tex, const FormulaStyle& style);

}  // namespace attn
