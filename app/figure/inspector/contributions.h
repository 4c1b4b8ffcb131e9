#pragma once

#include <string>
#include <vector>

#include "app/document/view/view_state.h"
#include "engine/attention/trace.h"
#include "engine/base/matrix.h"

namespace attn {

/// What each key brings to one dimension of a query's output in a head: o = Σ α v.
struct Contributions {
  struct Brought {
    std::vector<Index> keys;  ///< one; those that are left together
    double value = 0;         ///< α · v
    std::string text{};       ///< "+0.350984": as they are written they add up to the sum
  };
  Index column = 0;
  std::vector<Brought> parts{};  ///< by size, the largest first; what is left is the last
  double output = 0;             ///< as the trace has it
  std::string sum{};
};

/// Of the row of `cell`: its keys by what they bring, the cell's own among them, and all others as
/// one. `column` is brought into the head's range.
Contributions contributions_of(const HeadTrace& head, Cell cell, Index column);

}  // namespace attn
