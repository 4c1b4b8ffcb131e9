#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Token whose colour marks a source: the query, the key, or the value.
enum class Side { kQuery, kKey, kValue };

/// Origin of a number: numbers of a matrix, or a control.
struct Source {
  std::string name;             ///< name of a table, of the heatmap ("weights"), or of a control
  std::optional<Index> row;     ///< absent: all rows, or no matrix
  std::optional<Index> column;  ///< column; empty: all
  Side side = Side::kQuery;

  bool covers(Index r, Index c) const { return row.value_or(r) == r && column.value_or(c) == c; }
  auto operator<=>(const Source&) const = default;
};

/// Side of the source that is the control ("temperature", "embeddings[3][0]").
std::optional<Side> side_in(const std::vector<Source>& sources, std::string_view control);

}  // namespace attn
