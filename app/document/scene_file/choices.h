#pragma once

#include <algorithm>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/document/scene_file/fields.h"

namespace attn {

// Rows for members with a choice of words.

/// Index of the value in `words`.
inline std::size_t read_word(const json::Value& value, const json::Place& place,
                             const std::vector<std::string_view>& words) {
  const bool is_text = value.kind() == json::Kind::kText;
  const auto word = is_text ? std::ranges::find(words, value.text()) : words.end();
  if (word == words.end()) json::fail_type(place, one_of(words), value);
  return static_cast<std::size_t>(word - words.begin());
}

template <typename Kind>
bool is_any(const Kind&) {
  return true;
}

/// Row for an entry of a table, by its id; limited to those for which `is_meant` holds.
template <auto member, auto kinds,
          auto is_meant = is_any<std::remove_cvref_t<decltype(kinds()[0])>>>
constexpr Field<OwnerOf<member>> kind_by_id(std::string_view key, bool required = false) {
  using Owner = OwnerOf<member>;
  return {key,
          [](Owner& owner, const json::Value& value, const json::Place& place, SceneReading&) {
            const auto ids = ids_of(kinds(), is_meant);
            owner.*member = find_row(kinds(), ids[read_word(value, place, ids)]);
          },
          [](const Owner& owner, json::Writer& out) { out.value((owner.*member)->id); },
          equals_default<member>, required};
}

/// Row for an enumeration, with words in its order.
template <auto member, const auto& words>
constexpr Field<OwnerOf<member>> choice(std::string_view key) {
  using Owner = OwnerOf<member>;
  return {key,
          [](Owner& owner, const json::Value& value, const json::Place& place, SceneReading&) {
            using Choice = std::remove_reference_t<decltype(owner.*member)>;
            const auto n = read_word(value, place, {words.begin(), words.end()});
            owner.*member = static_cast<Choice>(n);
          },
          [](const Owner& owner, json::Writer& out) {
            out.value(words[static_cast<std::size_t>(owner.*member)]);
          },
          equals_default<member>};
}

/// Epsilon of a norm.
inline float read_epsilon(const json::Value& value, const json::Place& place) {
  return json::read_not_negative(value, place, "a number >= 0");
}

}  // namespace attn
