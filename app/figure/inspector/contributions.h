#pragma once

#include <string>
#include <vector>

#include "app/document/view/view_state.h"
#include "engine/attention/evaluation.h"
#include "engine/base/matrix.h"

namespace attn {

/// What each key brings to one dimension of a query's output in a head: o = Σ α v, times gate and
/// gain where the head has them.
struct Contributions {
  struct Brought {
    std::vector<Index> keys;  ///< one; those that are left together
    double value = 0;         ///< α · v, gated
    std::string text{};       ///< "+0.350984": as they are written they add up to the sum
  };
  Index column = 0;
  std::vector<Brought> parts{};  ///< by size, the largest first; what is left is the last
  double output = 0;             ///< as the trace has it
  std::string sum{};

  /// Where the block of a part begins and ends; after `from` where the part adds.
  struct Stretch {
    double from = 0, to = 0;
  };
  /// Of each part: those that add end to end from 0 on, then those that take off back from there,
  /// to the output. So none that adds lies on another.
  std::vector<Stretch> blocks() const;
};

/// How many keys are told one by one, where there is room.
inline constexpr std::size_t kMostToldKeys = 5;

/// What the key of the cell would bring to a dimension if it had all weight: its value, times gate
/// and gain.
double pull_of_value(const Evaluation& evaluation, std::size_t h, Cell cell, Index dimension);
/// What it brings, by its weight.
double brought(const Evaluation& evaluation, std::size_t h, Cell cell, Index dimension);

/// Of the row of `cell`: the `told` keys that bring most, one by one, the cell's own in any case,
/// and all others as one. `column` is brought into the head's range. No parts where a scene has no
/// values.
Contributions contributions_of(const Evaluation& evaluation, std::size_t h, Cell cell, Index column,
                               std::size_t told = kMostToldKeys);

}  // namespace attn
