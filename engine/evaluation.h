#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/scene.h"
#include "engine/trace.h"

namespace attn {

/// What a Trace has of the numbers of pairs (raw, scores, weights), where most stayed where they
/// were computed: of one head, those of some queries. Those of its other queries are NaN, and the
/// other heads have none. Of all else it has everything.
struct PartlyRead {
  Index head = 0;
  std::vector<Index> rows{};  ///< the queries, in order
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
