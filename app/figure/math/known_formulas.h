#pragma once

#include <memory>
#include <string_view>

#include "app/figure/math/set_formula.h"

namespace attn {

/// Parses `tex`; on error returns the message as text.
MathNode formula_or_problem(std::string_view tex);

/// Lays out `tex` in `style`, cached per calling thread until many other formulas were laid out.
/// Parsed by formula_or_problem().
std::shared_ptr<const SetFormula> known_formula(std::string_view tex, const FormulaStyle& style);

}  // namespace attn
