#pragma once

#include <optional>

#include "engine/base/matrix.h"

namespace attn {

/// Maximum number of cells in a table.
inline constexpr Index kMaxTableNumbers = 1 << 22;

/// Required shape of a table; unset sizes are free.
struct TableShape {
  std::optional<Index> rows;
  std::optional<Index> cols;
};

}  // namespace attn
