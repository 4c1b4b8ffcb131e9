#pragma once

#include <span>
#include <string>
#include <vector>

namespace attn {

/// The parts of a sum, and the sum, as they are written.
struct WrittenSum {
  std::vector<std::string> parts;
  std::string sum;
};

/// Written with the fewest decimals, 3 to 6, with which the rounded parts add up to the rounded
/// sum; where none do, those where rounding took most off have a step more or less. No decimals are
/// written that single precision has lost: parts may miss the sum by a little. What has no place in
/// so many decimals has a power of ten in common: "1.204e9".
WrittenSum written_sum(std::span<const double> parts, double sum);

/// A part of a sum, what the others bring, and the sum, likewise; where none of so many decimals
/// do, the others are written as what is left.
struct PartOfSum {
  std::string part, rest, sum;
};
PartOfSum part_of_sum(double part, double sum);

}  // namespace attn
