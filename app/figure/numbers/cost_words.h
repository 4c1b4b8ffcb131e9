#pragma once

#include <string>
#include <vector>

#include "engine/reference/cost.h"

namespace attn {

/// Whole numbers are written out as long as they can be read; in TeX.
std::string whole_number(double number);

/// The multiplications of the scene that `cost` is of, the cheaper way.
double least_multiplications(const Cost& cost);

/// They as a sum of products of sizes with its value, in TeX: "12 L^2 + 36 L = 648"; of pairs that
/// are no polynomial of L in n, those that are seen.
std::string cost_equation(const Scene& scene, const Cost& cost);

/// That and the numbers that are kept for the next token in a line of words with formulas, and less
/// of it, ever shorter.
std::vector<std::string> cost_lines(const Scene& scene, const Cost& cost);

}  // namespace attn
