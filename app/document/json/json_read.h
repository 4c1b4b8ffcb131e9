#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/document/json/json.h"
#include "engine/attention/shapes.h"
#include "engine/base/matrix.h"
#include "engine/base/problem.h"

namespace attn::json {

// Values of one type each. Throw SceneError at the place of a wrong value: expected and found.

[[noreturn]] void fail(const Place& place, const std::string& text);
[[noreturn]] void fail_type(const Place& place, const std::string& expected, const Value& found);

/// A list or an object, to be walked with first() and next().
void require_list(const Value& value, const Place& place, const std::string& expected);
void require_object(const Value& value, const Place& place, const std::string& expected);

std::string read_text(const Value& value, const Place& place);
bool read_bool(const Value& value, const Place& place);
/// A number with its sign and size as the file has them, to be checked before it is rounded.
double read_double(const Value& value, const Place& place);
/// Any number, rounded.
float read_number(const Value& value, const Place& place);
/// A number > 0, also when it is rounded.
float read_positive(const Value& value, const Place& place);
/// A number > `above` and <= `most`.
float read_between(const Value& value, const Place& place, double above, double most);
/// A number >= 0; "-0.0" is 0. `expected` are the words for it.
float read_not_negative(const Value& value, const Place& place, const std::string& expected);
/// A whole number >= 0; one beyond an int's range is read as the largest.
int read_whole(const Value& value, const Place& place);
/// The same of one >= 1.
int read_positive_whole(const Value& value, const Place& place);
/// At least one text.
std::vector<std::string> read_tokens(const Value& value, const Place& place);
/// Numbers in a list of any length.
RowVector read_row(const Value& value, const Place& place);
/// Whole numbers of an int's range in a list of any length.
std::vector<int> read_ids(const Value& value, const Place& place);
std::vector<bool> read_bools(const Value& value, const Place& place);
/// `shape` names the wrong row before anything is allocated; where its columns are free, rows must
/// be as long as the first.
Matrix read_matrix(const Value& value, const Place& place, const Shape& shape);
/// The same, where null is minus infinity.
Matrix read_matrix_or_null(const Value& value, const Place& place, const Shape& shape);
BoolMatrix read_bool_matrix(const Value& value, const Place& place, const Shape& shape);
/// Pairs of whole numbers.
std::vector<std::pair<int, int>> read_edges(const Value& value, const Place& place);

}  // namespace attn::json
