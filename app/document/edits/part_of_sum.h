#pragma once

#include <span>
#include <string>
#include <vector>

namespace attn {

/// Formatted parts of a sum, and the sum.
struct WrittenSum {
  std::vector<std::string> parts;
  std::string sum;
};

/// Formatted with the fewest decimals, 3 to 6, for which the rounded parts add up to the rounded
/// sum; if there are none, the parts with the largest rounding errors are changed by one unit.
/// Never more decimals than single precision supports: parts may miss the sum slightly. Numbers
/// that need more decimals share a power of ten: "1.204e9".
WrittenSum written_sum(std::span<const double> parts, double sum);

/// A part of a sum, the sum of the others, and the total, likewise; if no number of decimals works,
/// the others are written as the difference.
struct PartOfSum {
  std::string part, rest, sum;
};
PartOfSum part_of_sum(double part, double sum);

}  // namespace attn
