#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// For each new row (column, token, head) its previous index, or kNew.
using Origins = std::vector<Index>;
inline constexpr Index kNew = -1;

Origins same_places(Index count);
/// Keeps the first `new_count` items, and appends new ones if needed.
Origins resized(Index count, Index new_count);
/// Inserts a new item at `at`, 0 to `count`.
Origins inserted(Index count, Index at);
Origins removed(Index count, Index at);
/// Moves item `from` to `to`; the items between shift.
Origins moved(Index count, Index from, Index to);
/// Random permutation by the seed (Fisher and Yates 1938).
Origins shuffled(Index count, std::uint64_t seed);

/// Element (i, j) of the result is (rows[i], columns[j]) of `m`, or `fresh` if either is new.
template <typename M>
M pick_cells(const M& m, const Origins& rows, const Origins& columns, typename M::Scalar fresh) {
  M picked(std::ssize(rows), std::ssize(columns));
  for (Index i = 0; i < picked.rows(); ++i) {
    for (Index j = 0; j < picked.cols(); ++j) {
      const Index r = rows[static_cast<std::size_t>(i)];
      const Index c = columns[static_cast<std::size_t>(j)];
      picked(i, j) = r == kNew || c == kNew ? fresh : m(r, c);
    }
  }
  return picked;
}

template <typename M>
M pick_rows(const M& m, const Origins& rows, typename M::Scalar fresh) {
  return pick_cells(m, rows, same_places(m.cols()), fresh);
}

template <typename M>
M pick_columns(const M& m, const Origins& columns, typename M::Scalar fresh) {
  return pick_cells(m, same_places(m.rows()), columns, fresh);
}

}  // namespace attn
