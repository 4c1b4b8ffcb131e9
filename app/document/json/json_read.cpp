#include "app/document/json/json_read.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/document/numbers/numbers.h"
#include "engine/base/require.h"

namespace attn::json {
namespace {

void check_rows(const Value& value, const Place& place, const Shape& shape,
                const std::string& items) {
  require_list(value, place, "a list of rows");
  require_count(std::ssize(value), shape.rows, "row", place.pointer());
  // Without embeddings D is 0, but a matrix always has rows.
  require_count(std::ssize(value), Extent{}, "row", place.pointer());
  Extent cols = shape.cols;
  for_each_item(value, place, [&](std::size_t n, const Value& row, const Place& row_place) {
    require_list(row, row_place, "a list of " + items + "s");
    require_count(std::ssize(row), cols, items, row_place.pointer());
    if (n == 0 && cols.rule == Extent::Rule::kAtLeast) {
      cols = {std::ssize(row), "as in row 0", Extent::Rule::kExactly};
    }
  });
}

template <typename Result, typename Read>
Result read_rows(const Value& value, const Place& place, const Shape& shape,
                 const std::string& items, const Read& read) {
  check_rows(value, place, shape, items);
  Result matrix(std::ssize(value), std::ssize(value.first()));
  auto* next = matrix.data();
  for_each_item(value, place, [&](std::size_t, const Value& row, const Place& row_place) {
    for_each_item(row, row_place, [&](std::size_t, const Value& item, const Place& item_place) {
      *next++ = read(item, item_place);
    });
  });
  return matrix;
}

/// Items of a list, by read(item, place).
template <typename Item, typename Read>
std::vector<Item> read_items(const Value& value, const Place& place, const std::string& expected,
                             const Read& read) {
  require_list(value, place, expected);
  std::vector<Item> items;
  for_each_item(value, place, [&](std::size_t, const Value& item, const Place& item_place) {
    items.push_back(read(item, item_place));
  });
  return items;
}

/// Number as written, to be checked before rounding.
double read_double(const Value& value, const Place& place) {
  if (!value.is_number()) fail_type(place, "a number", value);
  return value.number();
}

}  // namespace

void fail(const Place& place, const std::string& text) {
  throw SceneError({place.pointer(), text});
}

void fail_type(const Place& place, const std::string& expected, const Value& found) {
  fail(place, "expected " + expected + ", found " + found.described());
}

void require_list(const Value& value, const Place& place, const std::string& expected) {
  if (value.kind() != Kind::kList) fail_type(place, expected, value);
}

void require_object(const Value& value, const Place& place, const std::string& expected) {
  if (value.kind() != Kind::kObject) fail_type(place, expected, value);
}

std::string read_text(const Value& value, const Place& place) {
  if (value.kind() != Kind::kText) fail_type(place, "text", value);
  return std::string(value.text());
}

bool read_bool(const Value& value, const Place& place) {
  if (value.kind() != Kind::kBool) fail_type(place, "true or false", value);
  return value.boolean();
}

float read_number(const Value& value, const Place& place) {
  return static_cast<float>(read_double(value, place));
}

float read_positive(const Value& value, const Place& place) {
  const double number = read_double(value, place);
  require_positive(number, place.pointer());
  return static_cast<float>(number);
}

float read_between(const Value& value, const Place& place, double above, double most) {
  const double number = read_double(value, place);
  if (number > above && number <= most) return static_cast<float>(number);
  fail_type(place, "a number > " + brief(above) + " and <= " + brief(most), value);
}

float read_not_negative(const Value& value, const Place& place, const std::string& expected) {
  if (!value.is_number() || value.number() < 0) fail_type(place, expected, value);
  return static_cast<float>(std::abs(value.number()));
}

int read_whole(const Value& value, const Place& place, int least) {
  const double number = value.is_number() ? value.number() : -1;
  if (number < least || number != std::floor(number)) {
    fail_type(place, "a whole number >= " + std::to_string(least), value);
  }
  return static_cast<int>(std::min<double>(number, std::numeric_limits<int>::max()));
}

std::vector<std::string> read_tokens(const Value& value, const Place& place) {
  require_list(value, place, "a list of texts");
  require_count(std::ssize(value), Extent{}, "token", place.pointer());
  return read_items<std::string>(value, place, "a list of texts", read_text);
}

RowVector read_row(const Value& value, const Place& place) {
  require_list(value, place, "a list of numbers");
  RowVector row(std::ssize(value));
  for_each_item(value, place, [&](std::size_t n, const Value& item, const Place& item_place) {
    row(static_cast<Index>(n)) = read_number(item, item_place);
  });
  return row;
}

std::vector<int> read_ids(const Value& value, const Place& place) {
  const auto read = [](const Value& item, const Place& item_place) {
    using Limits = std::numeric_limits<int>;
    const double number = item.is_number() ? item.number() : 0.5;
    const bool is_id =
        number == std::floor(number) && number >= Limits::min() && number <= Limits::max();
    if (!is_id) fail_type(item_place, "a whole number of 32 bits", item);
    return static_cast<int>(number);
  };
  return read_items<int>(value, place, "a list of whole numbers", read);
}

std::vector<bool> read_bools(const Value& value, const Place& place) {
  return read_items<bool>(value, place, "a list of booleans", read_bool);
}

Matrix read_matrix(const Value& value, const Place& place, const Shape& shape) {
  return read_rows<Matrix>(value, place, shape, "number", read_number);
}

Matrix read_matrix_or_null(const Value& value, const Place& place, const Shape& shape) {
  const auto read = [](const Value& item, const Place& item_place) {
    if (item.kind() == Kind::kNull) return -std::numeric_limits<float>::infinity();
    if (!item.is_number()) fail_type(item_place, "a number or null", item);
    return read_number(item, item_place);
  };
  return read_rows<Matrix>(value, place, shape, "number", read);
}

BoolMatrix read_bool_matrix(const Value& value, const Place& place, const Shape& shape) {
  return read_rows<BoolMatrix>(value, place, shape, "boolean", read_bool);
}

std::vector<std::pair<int, int>> read_edges(const Value& value, const Place& place) {
  const auto read = [](const Value& edge, const Place& edge_place) {
    const bool is_pair = edge.kind() == Kind::kList && edge.size() == 2;
    if (!is_pair) fail_type(edge_place, "[receiver, sender]", edge);
    // An invalid edge is reported as a whole.
    const Value receiver = edge.first();
    return std::pair(read_whole(receiver, edge_place), read_whole(receiver.next(), edge_place));
  };
  return read_items<std::pair<int, int>>(value, place, "a list of edges", read);
}

}  // namespace attn::json
