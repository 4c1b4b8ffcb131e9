#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/scene.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/attention/where.h"

namespace attn {

// Tables of the numbers of attention: one row for each number or given matrix. Reading and writing
// files, checks, edits, panels, lessons, gradients and training iterate over these rows. An owner
// of numbers is a Head, Score, Mask, Normalizer, Position or Combine.

/// Pointer to the number or matrix; empty if it is inside an absent object.
using Slot = std::variant<std::monostate, float*, int*, std::optional<float>*, std::optional<int>*,
                          Cow<Matrix>*, Cow<RowVector>*, std::optional<Cow<Matrix>>*,
                          std::optional<Cow<RowVector>>*>;

/// Numbers > `least`, or >= it, and <= `most`; by default all finite ones.
struct NumberRange {
  float least = std::numeric_limits<float>::lowest();
  bool has_least = false;
  float most = std::numeric_limits<float>::max();
};

/// Training of a number. Numbers without a label are settings, which have no gradient.
struct Learned {
  std::string_view label{};  ///< may have formulas
  bool is_weight = false;    ///< trained by default
};

/// Line of a panel that shows a number. Numbers without a word have no such line.
struct NumberLine {
  std::string_view word{};  ///< may have formulas
  std::string_view noun{};  ///< in the history and in menus: "the cap"
  /// Initial value if the menu adds the number; absent: the line is always shown.
  std::optional<double> first{};
  bool is_share = false;  ///< has a slider from 0 to 1
  /// Returns whether the panel offers the number, if its kind supports it. Null: always.
  bool (*is_useful)(const Scene& scene, std::size_t n) = nullptr;
  std::string_view stands_in{};  ///< formula of the default, shown while the number is absent
};

/// Name by which expressions of lessons read a number.
struct NumberName {
  std::string_view name{};
  std::string_view about{};
  bool needs_kind = false;  ///< reading is an error if the owner's kind does not support the number
};

/// Row of a table. `n` is the index of the head or the mask.
template <typename Owner>
struct NumberRow {
  std::string_view key;  ///< in the file; inside an object of the owner: "subtract.lambda"
  Slot (*at)(Owner& owner);
  int version = 1;  ///< of the format, for keys of heads; for keys of a kind see Parameter
  /// Shape of a matrix or row, given the owner's earlier rows.
  Shape (*shape)(const Scene& scene, std::size_t n) = nullptr;
  NumberRange range{};
  Learned learned{};
  NumberLine line{};
  NumberName lesson{};
  /// Default value of an absent number. Null: it has no default.
  double (*absent)(const Scene& scene, std::size_t n) = nullptr;
  std::optional<Part> stale{};  ///< part of the head computed from the number
  /// Reason why this scene does not allow the number; empty if it is allowed. Null: always allowed.
  std::string (*why_not)(const Scene& scene, std::size_t n) = nullptr;
};

/// The table of an owner, in an order in which shapes follow from earlier rows.
template <typename Owner>
std::span<const NumberRow<Owner>> numbers_of();

/// Key of the owner in the file: "heads", "score".
template <typename Owner>
std::string_view key_of_owner() {
  if constexpr (std::is_same_v<Owner, Head>) return "heads";
  if constexpr (std::is_same_v<Owner, Score>) return "score";
  if constexpr (std::is_same_v<Owner, Mask>) return "masks";
  if constexpr (std::is_same_v<Owner, Normalizer>) return "normalizer";
  if constexpr (std::is_same_v<Owner, Position>) return "position";
  if constexpr (std::is_same_v<Owner, Combine>) return "combine";
}

/// JSON pointer from the owner to a key: "/subtract/lambda".
inline std::string place_below(std::string_view key) {
  std::string place = "/" + std::string(key);
  std::ranges::replace(place, '.', '/');
  return place;
}

/// Calls visit(number) with the row of the trainable group `group`: "sink", "score/cap".
template <typename Visit>
void visit_row_of_group(std::string_view group, const Visit& visit) {
  const auto look = [&]<typename Owner>(std::span<const NumberRow<Owner>> numbers) {
    constexpr bool is_of_head = std::is_same_v<Owner, Head>;
    const std::string prefix = is_of_head ? "" : "/" + std::string(key_of_owner<Owner>());
    for (const NumberRow<Owner>& number : numbers) {
      if (prefix + place_below(number.key) == "/" + std::string(group)) visit(number);
    }
  };
  look(numbers_of<Head>());
  look(numbers_of<Score>());
  look(numbers_of<Mask>());
  look(numbers_of<Normalizer>());
  look(numbers_of<Position>());
  look(numbers_of<Combine>());
}

/// The n-th owner of an attention or a scene, which may be const.
template <typename Owner>
auto& owner_in(auto& attention, std::size_t n) {
  if constexpr (std::is_same_v<Owner, Head>) return attention.heads[n];
  if constexpr (std::is_same_v<Owner, Mask>) return attention.masks[n];
  if constexpr (!std::is_same_v<Owner, Head> && !std::is_same_v<Owner, Mask>) {
    const auto others =
        std::tie(attention.position, attention.score, attention.normalizer, attention.combine);
    constexpr bool is_const = std::is_const_v<std::remove_reference_t<decltype(attention)>>;
    return std::get<std::conditional_t<is_const, const Owner&, Owner&>>(others);
  }
}

/// Calls visit(value) with the number or matrix: a float, an int, a Cow of a Matrix or a RowVector,
/// or a std::optional of these types; const if `owner` is const. Does nothing if it is inside an
/// absent object.
template <typename Owner, typename Visit>
void visit_slot(const NumberRow<std::remove_const_t<Owner>>& number, Owner& owner,
                const Visit& visit) {
  const auto visit_place = [&](auto place) {
    if constexpr (!std::is_pointer_v<decltype(place)>) {
      return;
    } else if constexpr (std::is_const_v<Owner>) {
      visit(std::as_const(*place));
    } else {
      visit(*place);
    }
  };
  std::visit(visit_place, number.at(const_cast<std::remove_const_t<Owner>&>(owner)));
}

/// Returns whether the owner's kind supports the number; heads support all.
template <typename Owner>
bool takes_number(const Owner& owner, const NumberRow<Owner>& number) {
  if constexpr (requires { owner.kind; }) {
    return takes(*owner.kind, number.key.substr(0, number.key.find('.')));
  }
  return true;
}

/// Pointer to the value of a slot; null if absent.
template <typename Value>
auto* value_in(Value& value) {
  if constexpr (requires { value.has_value(); }) {
    return value ? &*value : nullptr;
  } else {
    return &value;
  }
}

/// Number of the owner; empty if absent, and for matrices.
template <typename Owner>
std::optional<double> number_at(const NumberRow<Owner>& number, const Owner& owner) {
  std::optional<double> found;
  visit_slot(number, owner, [&](const auto& value) {
    const auto* one = value_in(value);
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(*one)>>) {
      if (one) found = static_cast<double>(*one);
    }
  });
  return found;
}

/// Sets a number of the owner. Precondition: the value fits the type.
template <typename Owner>
void put_number(const NumberRow<Owner>& number, Owner& owner, double value) {
  visit_slot(number, owner, [&](auto& place) {
    using Value = std::remove_reference_t<decltype(*value_in(place))>;
    if constexpr (std::is_arithmetic_v<Value>) place = static_cast<Value>(value);
  });
}

/// Slot of this row in another owner; null if it is inside an object that is absent there.
template <typename Owner, typename Value>
const Value* slot_of_other(const NumberRow<Owner>& number, const Owner& other, const Value&) {
  const Slot slot = number.at(const_cast<Owner&>(other));
  auto* const* place = std::get_if<Value*>(&slot);
  return place ? *place : nullptr;
}

/// Returns whether the number is equal in both owners, or absent in both.
template <typename Owner>
bool same_number(const NumberRow<Owner>& number, const Owner& a, const Owner& b) {
  bool is_same = std::holds_alternative<std::monostate>(number.at(const_cast<Owner&>(b)));
  visit_slot(number, a, [&](const auto& value) {
    const auto* other = slot_of_other(number, b, value);
    is_same = other && *other == value;
  });
  return is_same;
}

/// Removes a number, or resets it to its default. Does not change numbers of objects inside the
/// owner.
template <typename Owner>
void drop_number(const NumberRow<Owner>& number, Owner& owner) {
  const Owner plain;
  visit_slot(number, owner, [&](auto& value) {
    if (const auto* other = slot_of_other(number, plain, value)) value = *other;
  });
}

}  // namespace attn
