#pragma once

#include <algorithm>

#include "engine/matrix.h"

namespace attn {

// Right operands in the panels that the kernels read: `panel` columns side by side.

inline Index padded(Index count, Index panel) { return (count + panel - 1) / panel * panel; }

/// Rows [first, first + count) of a transposed operand, whose rows of `depth` numbers are the
/// product's columns; `first` starts a panel. Fills its last panel up with zeros.
template <typename From, typename To>
void pack_transposed(const From* rows, Index depth, Index first, Index count, Index panel,
                     To* panels) {
  for (Index col = first; col < first + count; col += panel) {
    const Index some = std::min(panel, first + count - col);
    To* to = panels + col * depth;
    const From* from = rows + col * depth;
    for (Index k = 0; k < depth; ++k) {
      for (Index n = 0; n < some; ++n) to[k * panel + n] = static_cast<To>(from[n * depth + k]);
      for (Index n = some; n < panel; ++n) to[k * panel + n] = 0;
    }
  }
}

/// Rows [first, first + count) of an operand of `depth` rows and `cols` columns.
template <typename To>
void pack(const float* rows, Index depth, Index cols, Index first, Index count, Index panel,
          To* panels) {
  for (Index col = 0; col < cols; col += panel) {
    const Index some = std::min(panel, cols - col);
    for (Index k = first; k < first + count; ++k) {
      To* to = panels + col * depth + k * panel;
      const float* from = rows + k * cols + col;
      for (Index n = 0; n < some; ++n) to[n] = static_cast<To>(from[n]);
      for (Index n = some; n < panel; ++n) to[n] = 0;
    }
  }
}

}  // namespace attn
