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

/// Formats parts and sum with the fewest decimals, 3 to 6, for which the rounded parts add up to
/// the rounded sum. If no such number of decimals exists, changes the parts with the largest
/// rounding errors by one unit. Never uses more decimals than single precision supports, so the
/// parts may miss the sum slightly. Numbers that need more decimals share a power of ten:
/// "1.204e9".
WrittenSum written_sum(std::span<const double> parts, double sum);

/// One part of a sum, the sum of the other parts, and the total, formatted as by written_sum(); if
/// no number of decimals works, `rest` is written as the difference.
struct PartOfSum {
  std::string part, rest, sum;
};
PartOfSum part_of_sum(double part, double sum);

}  // namespace attn
