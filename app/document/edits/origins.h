#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// For each of the new rows (columns, tokens, heads) the old one that it was, or kNew.
using Origins = std::vector<Index>;
inline constexpr Index kNew = -1;

Origins same_places(Index count);
/// The first of them, as many as there are, then new ones.
Origins resized(Index count, Index new_count);
/// A new one at `at`, which is 0 to `count`.
Origins inserted(Index count, Index at);
Origins removed(Index count, Index at);
/// The one at `from` stands at `to`; those between make way.
Origins moved(Index count, Index from, Index to);
/// In an order that the seed determines (Fisher and Yates 1938).
Origins shuffled(Index count, std::uint64_t seed);

/// Element (i, j) of the result is (rows[i], columns[j]) of `m`, or `fresh` where either is new.
template <typename M>
M pick_cells(const M& m, const Origins& rows, const Origins& columns, typename M::Scalar fresh) {
  M picked(static_cast<Index>(rows.size()), static_cast<Index>(columns.size()));
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
