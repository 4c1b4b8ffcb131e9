#pragma once

#include <cstddef>
#include <functional>

#include "engine/base/matrix.h"

namespace attn {

/// Rows of a head's weights while they are at hand: those of `count` queries from `first`.
struct WeightRows {
  std::size_t head = 0;
  Index first = 0, count = 0, keys = 0;
  const float* parts = nullptr;  ///< of row r from r · step on: weights but for a factor
  Index step = 0;
  const float* factors = nullptr;    ///< of each row
  const BoolMatrix* seen = nullptr;  ///< M x L; null where every query sees every key

  float weight(Index r, Index j) const { return parts[r * step + j] * factors[r]; }
  const bool* seen_keys(Index r) const { return seen ? seen->row(first + r).data() : nullptr; }
};

/// Is given the rows of heads, some at a time.
using WeightVisitor = std::function<void(const WeightRows& rows)>;

}  // namespace attn
