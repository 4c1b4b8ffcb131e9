#pragma once

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "engine/base/matrix.h"

namespace attn {

// Packing of right operands into panels for the kernels: `panel` columns side by side.

inline Index padded(Index count, Index panel) { return (count + panel - 1) / panel * panel; }

/// Transposes four rows with step `step` to four columns of a panel.
inline void transpose_four(const float* from, Index step, Index panel, float* to) {
  typedef float Four __attribute__((vector_size(16)));
  Four row[4];
  for (Index n = 0; n < 4; ++n) std::memcpy(&row[n], from + n * step, sizeof(Four));
  const Four a = __builtin_shufflevector(row[0], row[1], 0, 4, 1, 5);
  const Four b = __builtin_shufflevector(row[2], row[3], 0, 4, 1, 5);
  const Four c = __builtin_shufflevector(row[0], row[1], 2, 6, 3, 7);
  const Four d = __builtin_shufflevector(row[2], row[3], 2, 6, 3, 7);
  const Four col[4] = {
      __builtin_shufflevector(a, b, 0, 1, 4, 5), __builtin_shufflevector(a, b, 2, 3, 6, 7),
      __builtin_shufflevector(c, d, 0, 1, 4, 5), __builtin_shufflevector(c, d, 2, 3, 6, 7)};
  for (Index k = 0; k < 4; ++k) std::memcpy(to + k * panel, &col[k], sizeof(Four));
}

/// Packs rows [first, first + count) of a transposed operand, whose rows of `depth` numbers are the
/// product's columns; `first` starts a panel. Pads the last panel with zeros. `step` is the
/// distance of the rows; 0: they are contiguous.
template <typename From, typename To>
void pack_transposed(const From* rows, Index depth, Index first, Index count, Index panel,
                     To* panels, Index step = 0) {
  if (step == 0) step = depth;
  for (Index col = first; col < first + count; col += panel) {
    const Index some = std::min(panel, first + count - col);
    To* to = panels + col * depth;
    const From* from = rows + col * step;
    Index done = 0;  // of the depth, in groups of four
    if constexpr (std::is_same_v<From, float> && std::is_same_v<To, float>) {
      for (; some == panel && done + 4 <= depth; done += 4) {
        for (Index n = 0; n < panel; n += 4) {
          transpose_four(from + n * step + done, step, panel, to + done * panel + n);
        }
      }
    }
    for (Index k = done; k < depth; ++k) {
      for (Index n = 0; n < some; ++n) to[k * panel + n] = static_cast<To>(from[n * step + k]);
      for (Index n = some; n < panel; ++n) to[k * panel + n] = 0;
    }
  }
}

/// Packs row `i` of a transposed operand.
template <typename From, typename To>
void pack_transposed_row(const From* rows, Index depth, Index i, Index panel, To* panels) {
  const From* from = rows + i * depth;
  To* to = panels + i / panel * panel * depth + i % panel;
  for (Index k = 0; k < depth; ++k) to[k * panel] = static_cast<To>(from[k]);
}

/// Packs rows [first, first + count) of an operand of `depth` rows and `cols` columns.
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
