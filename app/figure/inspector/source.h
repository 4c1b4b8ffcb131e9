#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Whose colour marks it: the query's, the key's, or the value's.
enum class Side { kQuery, kKey, kValue };

/// Where a number comes from: numbers of a matrix, or a control.
struct Source {
  std::string name;             ///< of a table, of the heatmap ("weights"), or of a control
  std::optional<Index> row;     ///< absent: all rows, or no matrix
  std::optional<Index> column;  ///< likewise
  Side side = Side::kQuery;

  bool covers(Index r, Index c) const { return row.value_or(r) == r && column.value_or(c) == c; }
  auto operator<=>(const Source&) const = default;
};

/// The side of the one among `sources` that is the control ("temperature", "embeddings[3][0]").
std::optional<Side> side_in(const std::vector<Source>& sources, std::string_view control);

}  // namespace attn
