#pragma once

#include <optional>

#include "engine/base/matrix.h"

namespace attn {

/// More numbers than this are not taken from a table.
inline constexpr Index kMaxTableNumbers = 1 << 22;

/// What a table must be; what is left open may be any.
struct TableShape {
  std::optional<Index> rows;
  std::optional<Index> cols;
};

}  // namespace attn
