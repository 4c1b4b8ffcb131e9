#pragma once

#include "app/document/formulas/formula.h"

namespace attn {

/// Value of a formula, and the scale of its rounding errors: for a sum, that of the sizes of its
/// terms.
struct Calculated {
  double value, size;
};

/// Value of a formula of numbers, as somebody computes it who types it into a calculator (angles in
/// radians). Knows e, fractions, roots, powers, ln, exp, σ, tanh, cos, sin, max and LeakyReLU with
/// a slope of 0.2; skips words in subscripts, and "⋯" before a number. NaN if the formula has
/// anything else, such as letters, or if its value is not defined.
Calculated calculated(const MathNode& formula);

}  // namespace attn
