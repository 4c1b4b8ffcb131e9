#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/document/scene_file/fields.h"
#include "app/document/scene_file/matrix_files.h"
#include "engine/attention/numbers.h"

namespace attn {

// Keys of the file from the tables of numbers.

/// Reads a number in `range`; "inf" is allowed if the range has no upper bound.
inline float read_in_range(const json::Value& value, const json::Place& place,
                           const NumberRange& range) {
  const bool has_infinity = std::isinf(range.most);
  if (has_infinity && value.kind() == json::Kind::kText && value.text() == "inf") return range.most;
  if (range.least < 0) return json::read_number(value, place);
  if (range.has_least) {
    const std::string or_infinity = has_infinity ? " or \"inf\"" : "";
    return json::read_not_negative(value, place, "a number >= 0" + or_infinity);
  }
  if (range.least == 0 && range.most > 1) return json::read_positive(value, place);
  return json::read_between(value, place, range.least, range.most);
}

template <typename Owner>
void read_number(const NumberRow<Owner>& number, Owner& owner, const json::Value& value,
                 const json::Place& place, SceneReading& reading) {
  visit_slot(number, owner, [&](auto& slot) {
    using Value = std::remove_reference_t<decltype(*value_in(slot))>;
    if constexpr (std::is_same_v<Value, Cow<Matrix>>) {
      const std::size_t last_head = reading.scene.heads.size() - 1;  // head being read
      const auto read = std::isinf(number.range.least) ? read_matrix_or_null : read_matrix;
      slot = read(value, place, number.shape(reading.scene, last_head), reading);
    } else if constexpr (std::is_same_v<Value, Cow<RowVector>>) {
      slot = json::read_row(value, place);
    } else if constexpr (std::is_same_v<Value, int>) {
      slot = number.range.least < 1 ? json::read_whole(value, place)
                                    : json::read_positive_whole(value, place);
    } else {
      slot = read_in_range(value, place, number.range);
    }
  });
}

template <typename Owner>
void write_number(const NumberRow<Owner>& number, const Owner& owner, json::Writer& out) {
  visit_slot(number, owner, [&](const auto& slot) {
    if constexpr (std::is_same_v<decltype(slot), const float&>) {
      if (std::isinf(slot)) return out.value("inf");
    }
    if constexpr (std::is_same_v<decltype(slot), const std::optional<Cow<Matrix>>&>) {
      if (std::isinf(number.range.least)) return out.value_or_null(**slot);
    }
    out.value(unwrap(slot));
  });
}

template <typename Owner>
Field<Owner> field_of_number(const NumberRow<Owner>& number) {
  return {.key = number.key,
          .version = number.version,
          .number = &number,
          .read_number = read_number<Owner>,
          .write_number = write_number<Owner>};
}

/// Fields of an owner of numbers, in the order of its table. Rows of `others` replace numbers with
/// the same key, or belong to their object; rows without numbers come first.
template <typename Owner>
std::vector<Field<Owner>> fields_of_numbers(const std::vector<Field<Owner>>& others) {
  std::vector<Field<Owner>> fields;
  const auto key_of = [](const NumberRow<Owner>& number) {
    return number.key.substr(0, number.key.find('.'));
  };
  for (const Field<Owner>& other : others) {
    if (!std::ranges::count(numbers_of<Owner>(), other.key, key_of)) fields.push_back(other);
  }
  for (const NumberRow<Owner>& number : numbers_of<Owner>()) {
    const std::string_view key = key_of(number);
    if (std::ranges::count(fields, key, &Field<Owner>::key)) continue;
    const auto other = std::ranges::find(others, key, &Field<Owner>::key);
    fields.push_back(other != others.end() ? *other : field_of_number(number));
  }
  return fields;
}

}  // namespace attn
