#pragma once

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/attention/kinds.h"

namespace attn {

/// Row of `table` with this id; null if there is none.
template <typename Kind>
const Kind* find_row(std::span<const Kind> table, std::string_view id) {
  const auto row = std::ranges::find(table, id, &Kind::id);
  return row == table.end() ? nullptr : &*row;
}

/// Row of `table` with this id; throws std::logic_error if there is none.
template <typename Kind>
const Kind& row_of(std::span<const Kind> table, std::string_view id) {
  const Kind* row = find_row(table, id);
  if (!row) throw std::logic_error("no kind has the id " + std::string(id));
  return *row;
}

/// Returns whether objects of this kind may contain `key`.
template <typename Kind>
bool takes(const Kind& kind, std::string_view key) {
  return std::ranges::count(kind.parameters, key, &Parameter::key) > 0;
}

/// Returns whether heads may contain `key` for scores of this kind.
template <typename Kind>
bool takes_of_head(const Kind& kind, std::string_view key) {
  return std::ranges::count(kind.head_parameters, key, &Parameter::key) > 0;
}

}  // namespace attn
