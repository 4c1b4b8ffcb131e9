#pragma once

#include <string>

namespace attn {

/// A part of a sum, what the others bring, and the sum, as they are written.
struct PartOfSum {
  std::string part, rest, sum;
};

/// Written with the fewest decimals, 3 to 6, with which the rounded part and the rounded rest add
/// up to the rounded sum; where none do, the rest is written as what is left between the other two.
/// What has no place in so many decimals has a power of ten in common: "1.204e9".
PartOfSum part_of_sum(double part, double sum);

}  // namespace attn
