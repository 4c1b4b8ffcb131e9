#pragma once

#include <memory>
#include <string_view>

#include "app/figure/math/set_formula.h"

namespace attn {

/// What `tex` says; where it is no formula, what is wrong with it, as words.
MathNode formula_or_problem(std::string_view tex);

/// `tex`, which is a formula of ours, in `style`, set once and kept for the calling thread until
/// many others were. Set as formula_or_problem() has it.
std::shared_ptr<const SetFormula> known_formula(std::string_view tex, const FormulaStyle& style);

}  // namespace attn
