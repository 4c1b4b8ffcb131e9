#pragma once

#include <string>
#include <vector>

#include "engine/reference/cost.h"

namespace attn {

/// Number in TeX; integers are written in full as long as they are readable.
std::string whole_number(double number);

/// Multiplications of the scene with this cost, by the cheaper order.
double least_multiplications(const Cost& cost);

/// Multiplications as a sum of products of sizes with its value, in TeX: "12 L^2 + 36 L = 648"; if
/// the visible pairs are no polynomial of L, with their number n.
std::string cost_equation(const Scene& scene, const Cost& cost);

/// The equation and the size of the cache as a line with formulas, and ever shorter variants.
std::vector<std::string> cost_lines(const Scene& scene, const Cost& cost);

}  // namespace attn
