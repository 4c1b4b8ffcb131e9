#pragma once

#include <vector>

#include "engine/attention/scene.h"

namespace attn {

/// Which rows of a matrix are others: few of them, or perhaps all.
struct ChangedRows {
  bool all = false;
  std::vector<Index> some;

  bool none() const { return !all && some.empty(); }
};

struct HeadChanges {
  bool parameters = false;  ///< any of its own
  ChangedRows q, k, v;
  bool scores = false;  ///< all of them
};

/// What is to be computed anew where an evaluation of one scene is to become one of another.
struct Changes {
  bool shapes = false;  ///< nothing of the old evaluation holds
  ChangedRows x, query_x, values;
  std::vector<HeadChanges> heads;
  bool weights = false;  ///< all of them
  bool combine = false;
};

/// Bias and masks are left to ScoreShift.
Changes changes_between(const Scene& from, const Scene& to);

}  // namespace attn
