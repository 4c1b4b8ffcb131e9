#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/document/json_read.h"
#include "app/document/json_write.h"
#include "engine/cow.h"
#include "engine/kinds.h"
#include "engine/lookup.h"
#include "engine/scene.h"

namespace attn {

// An object of the scene file as a table: one row for each key, read and written by the same row.
// The rows of an object with kinds are chosen by its kind's parameters.

/// One key of the object that an Owner is in the file.
template <typename Owner>
struct Field {
  std::string_view key;
  /// Reads the value into `owner`, a part of `scene`, which holds what was read before.
  void (*read)(Owner& owner, const json::Value& value, const json::Place& place, Scene& scene);
  void (*write)(const Owner& owner, json::Writer& out);
  bool (*is_default)(const Owner& owner);
  bool required = false;       ///< in an object without kinds
  std::string_view kind = {};  ///< the only kind it is for, where kinds share a key
};

/// Not what a call's Owner is deduced from: an array will do as an argument.
template <typename Owner>
using Fields = std::type_identity_t<std::span<const Field<Owner>>>;

// ---- Rows made from a pointer to a member ------------------------------------------------------

template <typename Member>
struct MemberOf;
template <typename Owner_, typename Type>
struct MemberOf<Type Owner_::*> {
  using Owner = Owner_;
};
template <auto member>
using OwnerOf = typename MemberOf<decltype(member)>::Owner;

template <typename T>
const T& unwrap(const T& value) {
  return value;
}
template <typename T>
const T& unwrap(const Cow<T>& value) {
  return *value;
}
template <typename T>
const auto& unwrap(const std::optional<T>& value) {
  return unwrap(*value);
}

template <auto member, typename Owner = OwnerOf<member>>
bool equals_default(const Owner& owner) {
  static const Owner kDefault;
  return owner.*member == kDefault.*member;
}

template <auto member, typename Owner = OwnerOf<member>>
void write_member(const Owner& owner, json::Writer& out) {
  out.value(unwrap(owner.*member));
}

/// A member that `read` understands by itself.
template <auto member, auto read>
constexpr Field<OwnerOf<member>> field(std::string_view key, bool required = false) {
  return {key,
          [](OwnerOf<member>& owner, const json::Value& value, const json::Place& place, Scene&) {
            owner.*member = read(value, place);
          },
          write_member<member>, equals_default<member>, required};
}

/// A matrix whose shape follows from what was read before it.
template <auto member, auto read, auto shape, typename Owner = OwnerOf<member>>
constexpr Field<Owner> shaped(std::string_view key, bool required = false) {
  return {key,
          [](Owner& owner, const json::Value& value, const json::Place& place, Scene& scene) {
            owner.*member = read(value, place, shape(scene));
          },
          write_member<member, Owner>, equals_default<member, Owner>, required};
}

// ---- Members of a parsed object ----------------------------------------------------------------

std::optional<json::Value> find_member(const json::Value& object, std::string_view key);
/// Throws where it is missing, at the place where it would be.
json::Value require_member(const json::Value& object, const json::Place& place,
                           std::string_view key, const std::string& expected = "a value");
/// "one of a, b, c".
std::string one_of(const std::vector<std::string_view>& words);

/// Throws at a key for which `why_not` has words.
template <typename WhyNot>
void require_keys(const json::Value& object, const json::Place& place, const WhyNot& why_not) {
  json::Value name = object.first();
  for (std::size_t n = 0; n < object.size(); ++n, name = name.next().next()) {
    const std::string why = why_not(name.text());
    if (!why.empty()) json::fail(place / name.text(), why);
  }
}

template <typename Owner>
void read_field(const Field<Owner>& field, bool required, Owner& owner, const json::Value& object,
                const json::Place& place, Scene& scene) {
  if (required) require_member(object, place, field.key);
  if (const auto value = find_member(object, field.key)) {
    field.read(owner, *value, place / field.key, scene);
  }
}

template <typename Owner>
void write_field(const Field<Owner>& field, bool required, const Owner& owner, json::Writer& out) {
  if (!required && field.is_default(owner)) return;
  out.key(field.key);
  field.write(owner, out);
}

// ---- Objects without kinds ---------------------------------------------------------------------

template <typename Owner>
void read_object(Owner& owner, Fields<Owner> fields, const json::Value& value,
                 const json::Place& place, Scene& scene) {
  json::require_object(value, place, "an object");
  require_keys(value, place, [&](std::string_view key) {
    return std::ranges::count(fields, key, &Field<Owner>::key) ? "" : "unknown key";
  });
  for (const auto& field : fields) read_field(field, field.required, owner, value, place, scene);
}

template <typename Owner>
void write_object(const Owner& owner, Fields<Owner> fields, json::Writer& out) {
  out.begin_object();
  for (const auto& field : fields) write_field(field, field.required, owner, out);
  out.end_object();
}

// ---- Objects with kinds ------------------------------------------------------------------------

template <typename Kind>
bool has_parameter(const Kind& kind, std::string_view key) {
  return std::ranges::count(kind.parameters, key, &Parameter::key) > 0;
}

template <typename Kind>
const Kind& read_kind(std::span<const Kind> kinds, const json::Value& object,
                      const json::Place& place) {
  std::vector<std::string_view> ids;
  for (const Kind& kind : kinds) ids.push_back(kind.id);
  const json::Value value = require_member(object, place, "kind", one_of(ids));
  const Kind* kind = value.kind() == json::Kind::kText ? find_row(kinds, value.text()) : nullptr;
  if (!kind) json::fail_type(place / "kind", one_of(ids), value);
  return *kind;
}

template <typename Kind>
std::string why_not_a_key(std::span<const Kind> kinds, const Kind& kind, std::string_view key) {
  if (key == "kind" || has_parameter(kind, key)) return "";
  std::vector<std::string_view> owners;
  for (const Kind& other : kinds) {
    if (has_parameter(other, key)) owners.push_back(other.id);
  }
  if (owners.empty()) return "unknown key";
  return "expected with " + one_of(owners) + ", found with " + std::string(kind.id);
}

/// The row for a parameter of a kind; every parameter has one.
template <typename Owner, typename Kind>
const Field<Owner>& field_of(Fields<Owner> fields, const Kind& kind, std::string_view key) {
  return *std::ranges::find_if(fields, [&](const Field<Owner>& field) {
    return field.key == key && (field.kind.empty() || field.kind == kind.id);
  });
}

template <typename Owner, typename Kind>
void read_kinds(Owner& owner, std::span<const Kind> kinds, Fields<Owner> fields,
                const json::Value& value, const json::Place& place, Scene& scene) {
  json::require_object(value, place, "an object");
  const Kind& kind = read_kind(kinds, value, place);
  require_keys(value, place, [&](std::string_view key) { return why_not_a_key(kinds, kind, key); });
  owner.kind = &kind;
  for (const Parameter& parameter : kind.parameters) {
    read_field(field_of<Owner>(fields, kind, parameter.key), parameter.required, owner, value,
               place, scene);
  }
}

template <typename Owner>
void write_kinds(const Owner& owner, Fields<Owner> fields, json::Writer& out) {
  out.begin_object();
  out.key("kind");
  out.value(owner.kind->id);
  for (const Parameter& parameter : owner.kind->parameters) {
    write_field(field_of<Owner>(fields, *owner.kind, parameter.key), parameter.required, owner,
                out);
  }
  out.end_object();
}

}  // namespace attn
