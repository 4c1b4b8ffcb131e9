#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/document/json/json.h"
#include "engine/attention/shapes.h"
#include "engine/base/matrix.h"
#include "engine/base/problem.h"

namespace attn::json {

// Readers of single types. Throw SceneError at the place of an invalid value: expected and found.

[[noreturn]] void fail(const Place& place, const std::string& text);
[[noreturn]] void fail_type(const Place& place, const std::string& expected, const Value& found);

/// Lists and objects, to be traversed with first() and next().
void require_list(const Value& value, const Place& place, const std::string& expected);
void require_object(const Value& value, const Place& place, const std::string& expected);

/// Calls each(n, item, place of the item) for each item of a list.
template <typename Each>
void for_each_item(const Value& list, const Place& place, const Each& each) {
  Value item = list.first();
  for (std::size_t n = 0; n < list.size(); ++n, item = item.next()) each(n, item, place / n);
}

std::string read_text(const Value& value, const Place& place);
bool read_bool(const Value& value, const Place& place);

/// Any number, rounded.
float read_number(const Value& value, const Place& place);
/// Number > 0, also after rounding.
float read_positive(const Value& value, const Place& place);
/// Number > `above` and <= `most`.
float read_between(const Value& value, const Place& place, double above, double most);
/// Reads a number >= 0; "-0.0" is 0. `expected` describes the number in errors.
float read_not_negative(const Value& value, const Place& place, const std::string& expected);
/// Integer >= `least`; numbers beyond an int's range are clamped.
int read_whole(const Value& value, const Place& place, int least = 0);
/// At least one text.
std::vector<std::string> read_tokens(const Value& value, const Place& place);
/// List of numbers of any length.
RowVector read_row(const Value& value, const Place& place);
/// List of integers in an int's range, of any length.
std::vector<int> read_ids(const Value& value, const Place& place);
std::vector<bool> read_bools(const Value& value, const Place& place);
/// Matrix of `shape`: a wrong row is reported before anything is allocated; if the number of
/// columns is free, all rows must match the first.
Matrix read_matrix(const Value& value, const Place& place, const Shape& shape);
/// Matrix with null for minus infinity.
Matrix read_matrix_or_null(const Value& value, const Place& place, const Shape& shape);
BoolMatrix read_bool_matrix(const Value& value, const Place& place, const Shape& shape);
/// Pairs of integers.
std::vector<std::pair<int, int>> read_edges(const Value& value, const Place& place);

}  // namespace attn::json
