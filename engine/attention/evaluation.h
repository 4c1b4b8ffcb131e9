#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/attention/trace.h"

namespace attn {

/// Which pairs' numbers (raw, scores, weights) a Trace holds, where most of them stayed on the
/// device that computed them: the rows of some queries in one head. The other rows of that head are
/// NaN, the matrices of the other heads are empty. All other matrices of the Trace are whole.
struct PartlyRead {
  Index head = 0;
  std::vector<Index> rows{};  ///< queries whose rows are there, in order
};

/// A Trace with the Scene that it is of, so that what is drawn always fits together.
struct Evaluation {
  Scene scene;
  Trace trace;
  double seconds = 0;  ///< that it took
  std::optional<PartlyRead> partly{};

  /// Whether the numbers of that query's pairs are there.
  bool has_row(Index head, Index query) const {
    return !partly || (partly->head == head && std::ranges::binary_search(partly->rows, query));
  }
};

}  // namespace attn
