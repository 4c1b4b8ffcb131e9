#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/document/json/json_read.h"
#include "app/document/json/json_write.h"
#include "engine/attention/kinds.h"
#include "engine/attention/lookup.h"
#include "engine/attention/numbers.h"
#include "engine/attention/scene.h"
#include "engine/base/cow.h"

namespace attn {

// Values of a file's key `format`, which distinguish the kinds of files.

inline constexpr std::string_view kSceneFormat = "attentoscope/scene";
inline constexpr std::string_view kNetworkFormat = "attentoscope/network";
inline constexpr std::string_view kFigureFormat = "attentoscope/figure";

// Objects of the scene file as tables: one row for each key, used for reading and writing. Objects
// with kinds have the rows of their kind's parameters.

/// Newest version of the scene format.
inline constexpr int kNewestVersion = 2;

class MatrixFiles;

/// State of reading a file.
struct SceneReading {
  Scene& scene;                        ///< parts read so far
  MatrixFiles& files;                  ///< files of matrices
  int version = 1;                     ///< stated version: newer keys are errors
  int needed = 1;                      ///< version required by the keys and kinds so far
  bool reads_rows_from_files = false;  ///< vectors, too, may be references to files
};

/// Key of the file's object for an Owner.
template <typename Owner>
struct Field {
  std::string_view key;
  /// Reads the value into `owner`, a part of the scene being read.
  void (*read)(Owner& owner, const json::Value& value, const json::Place& place,
               SceneReading& reading) = nullptr;
  void (*write)(const Owner& owner, json::Writer& out) = nullptr;
  bool (*is_default)(const Owner& owner) = nullptr;
  bool required = false;  ///< in an object without kinds
  int version = 1;        ///< version that introduced the key; for keys of a kind, see Parameter
  /// Version required by the value's members, for an object or a list of objects.
  int (*version_within)(const Owner& owner) = nullptr;
  /// Default of `owner` if `object` lacks the key and the default depends on other keys. May throw.
  void (*read_absent)(Owner& owner, const json::Value& object, const json::Place& place,
                      SceneReading& reading) = nullptr;
  /// Row of the table of numbers, used to read and write a number (scene_fields.cpp); null for
  /// other keys.
  const NumberRow<Owner>* number = nullptr;
  void (*read_number)(const NumberRow<Owner>& number, Owner& owner, const json::Value& value,
                      const json::Place& place, SceneReading& reading) = nullptr;
  void (*write_number)(const NumberRow<Owner>& number, const Owner& owner,
                       json::Writer& out) = nullptr;
};

/// Not deduced from the argument, so that arrays are accepted.
template <typename Owner>
using Fields = std::type_identity_t<std::span<const Field<Owner>>>;

// ---- Rows from pointers to members -------------------------------------------------------------

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

/// Row for a member that only needs `read`.
template <auto member, auto read>
constexpr Field<OwnerOf<member>> field(std::string_view key, bool required = false) {
  return {key,
          [](OwnerOf<member>& owner, const json::Value& value, const json::Place& place,
             SceneReading&) { owner.*member = read(value, place); },
          write_member<member>, equals_default<member>, required};
}

/// For keys that are always written.
template <typename Owner>
bool is_never_default(const Owner&) {
  return false;
}

inline bool says(const json::Value& value, std::string_view word) {
  return value.kind() == json::Kind::kText && value.text() == word;
}

/// Row of the key `format`, which comes first.
template <typename Owner, const std::string_view& format>
inline constexpr Field<Owner> kFormatRow{
    "format",
    [](Owner&, const json::Value& value, const json::Place& place, SceneReading&) {
      if (!says(value, format)) json::fail_type(place, "\"" + std::string(format) + "\"", value);
    },
    [](const Owner&, json::Writer& out) { out.value(format); }, is_never_default<Owner>, true};

/// Rows of the keys `format` and `version`, in files of one version.
template <typename Owner, const std::string_view& format, int version>
inline constexpr Field<Owner> kFormatRows[] = {
    kFormatRow<Owner, format>,
    {"version",
     [](Owner&, const json::Value& value, const json::Place& place, SceneReading&) {
       if (value.is_number() && value.number() == version) return;
       json::fail_type(place, std::to_string(version), value);
     },
     [](const Owner&, json::Writer& out) { out.value(version); }, is_never_default<Owner>, true},
};

/// Row for a matrix whose shape follows from members read before it.
template <auto member, auto read, auto shape, typename Owner = OwnerOf<member>>
constexpr Field<Owner> shaped(std::string_view key, bool required = false) {
  return {
      key,
      [](Owner& owner, const json::Value& value, const json::Place& place, SceneReading& reading) {
        owner.*member = read(value, place, shape(reading.scene), reading);
      },
      write_member<member, Owner>, equals_default<member, Owner>, required};
}

// ---- Members of a parsed object ----------------------------------------------------------------

std::optional<json::Value> find_member(const json::Value& object, std::string_view key);
/// Throws at the place of the missing member.
json::Value require_member(const json::Value& object, const json::Place& place,
                           std::string_view key, const std::string& expected = "a value");
/// "one of a, b, c".
std::string one_of(const std::vector<std::string_view>& words);
/// Reason why a file of version `found` cannot contain keys of `version`.
std::string why_not_in_version(int version, int found);
/// "unknown key", with a suggestion of a similarly spelt `known` one: "unknown key: is sink meant?"
std::string why_unknown(std::string_view key, const std::vector<std::string_view>& known);

/// Throws at the first key for which `why_not` returns a reason.
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
                const json::Place& place, SceneReading& reading) {
  if (required) require_member(object, place, field.key);
  if (const auto value = find_member(object, field.key)) {
    const json::Place at = place / field.key;
    if (field.number) return field.read_number(*field.number, owner, *value, at, reading);
    field.read(owner, *value, at, reading);
  } else if (field.read_absent) {
    field.read_absent(owner, object, place, reading);
  }
}

template <typename Owner>
bool is_default(const Field<Owner>& field, const Owner& owner) {
  static const Owner kDefault;
  return field.number ? same_number(*field.number, owner, kDefault) : field.is_default(owner);
}

template <typename Owner>
void write_field(const Field<Owner>& field, bool required, const Owner& owner, json::Writer& out) {
  if (!required && is_default(field, owner)) return;
  out.key(field.key);
  if (field.number) return field.write_number(*field.number, owner, out);
  field.write(owner, out);
}

/// Lowest version for the content of `owner` at a key introduced by `version`.
template <typename Owner>
int version_of_field(const Field<Owner>& field, int version, const Owner& owner) {
  const int newest = std::max(version, field.version_within ? field.version_within(owner) : 1);
  return newest > 1 && !is_default(field, owner) ? newest : 1;
}

// ---- Objects without kinds ---------------------------------------------------------------------

template <typename Owner>
std::string why_not_a_key(Fields<Owner> fields, std::string_view key, int version) {
  const auto field = std::ranges::find(fields, key, &Field<Owner>::key);
  if (field == fields.end()) {
    std::vector<std::string_view> known;
    for (const auto& one : fields) {
      if (one.version <= version) known.push_back(one.key);
    }
    return why_unknown(key, known);
  }
  return field->version > version ? why_not_in_version(field->version, version) : "";
}

template <typename Owner>
void read_object(Owner& owner, Fields<Owner> fields, const json::Value& value,
                 const json::Place& place, SceneReading& reading) {
  json::require_object(value, place, "an object");
  require_keys(value, place, [&](std::string_view key) {
    return why_not_a_key<Owner>(fields, key, reading.version);
  });
  for (const auto& field : fields) {
    if (find_member(value, field.key)) reading.needed = std::max(reading.needed, field.version);
    read_field(field, field.required, owner, value, place, reading);
  }
}

template <typename Owner>
void write_object(const Owner& owner, Fields<Owner> fields, json::Writer& out) {
  out.begin_object();
  for (const auto& field : fields) write_field(field, field.required, owner, out);
  out.end_object();
}

/// Row for an optional object without kinds.
template <auto member, const auto& fields>
constexpr Field<OwnerOf<member>> object_field(std::string_view key, int version = 1) {
  using Owner = OwnerOf<member>;
  return {
      key,
      [](Owner& owner, const json::Value& value, const json::Place& place, SceneReading& reading) {
        read_object((owner.*member).emplace(), fields, value, place, reading);
      },
      [](const Owner& owner, json::Writer& out) { write_object(*(owner.*member), fields, out); },
      equals_default<member>,
      false,
      version};
}

template <typename Owner>
int version_of_object(const Owner& owner, Fields<Owner> fields) {
  int version = 1;
  for (const auto& field : fields) {
    version = std::max(version, version_of_field(field, field.version, owner));
  }
  return version;
}

// ---- Objects with kinds ------------------------------------------------------------------------

/// Tables introduced by a version as a whole have no version in their rows.
template <typename Kind>
int version_of_kind(const Kind& kind) {
  if constexpr (requires { kind.version; }) return kind.version;
  return 1;
}

/// Ids of the kinds for which `is_meant` holds.
template <typename Kind, typename IsMeant>
std::vector<std::string_view> ids_of(std::span<const Kind> kinds, const IsMeant& is_meant) {
  std::vector<std::string_view> ids;
  for (const Kind& kind : kinds) {
    if (is_meant(kind)) ids.push_back(kind.id);
  }
  return ids;
}

template <typename Kind>
const Kind& read_kind(std::span<const Kind> kinds, const json::Value& object,
                      const json::Place& place, int version) {
  const std::string expected =
      one_of(ids_of(kinds, [&](const Kind& kind) { return version_of_kind(kind) <= version; }));
  const json::Value value = require_member(object, place, "kind", expected);
  const Kind* kind = value.kind() == json::Kind::kText ? find_row(kinds, value.text()) : nullptr;
  if (!kind) json::fail_type(place / "kind", expected, value);
  if (version_of_kind(*kind) > version) {
    json::fail(place / "kind", why_not_in_version(version_of_kind(*kind), version));
  }
  return *kind;
}

/// Version of the format that introduced a key of a kind; 0 if the kind does not have the key.
template <typename Kind>
int version_of_key(const Kind& kind, std::string_view key) {
  const auto parameter = std::ranges::find(kind.parameters, key, &Parameter::key);
  if (parameter == kind.parameters.end()) return 0;
  return std::max(version_of_kind(kind), parameter->version);
}

template <typename Kind>
std::string why_not_a_key(std::span<const Kind> kinds, const Kind& kind, std::string_view key,
                          int version) {
  if (key == "kind") return "";
  if (const int own = version_of_key(kind, key)) {
    return own > version ? why_not_in_version(own, version) : "";
  }
  const auto owners = ids_of(kinds, [&](const Kind& other) {
    const int with = version_of_key(other, key);
    return with > 0 && with <= version;
  });
  if (!owners.empty()) {
    return "expected only with " + one_of(owners) + ", found with " + std::string(kind.id);
  }
  const bool is_later =
      std::ranges::any_of(kinds, [&](const Kind& other) { return takes(other, key); });
  if (is_later) return why_not_in_version(kNewestVersion, version);
  std::vector<std::string_view> known{"kind"};
  for (const Parameter& parameter : kind.parameters) {
    if (version_of_key(kind, parameter.key) <= version) known.push_back(parameter.key);
  }
  return why_unknown(key, known);
}

/// Row for a parameter of a kind; every parameter has one.
template <typename Owner>
const Field<Owner>& field_of(Fields<Owner> fields, std::string_view key) {
  return *std::ranges::find(fields, key, &Field<Owner>::key);
}

template <typename Owner, typename Kind>
void read_kinds(Owner& owner, std::span<const Kind> kinds, Fields<Owner> fields,
                const json::Value& value, const json::Place& place, SceneReading& reading) {
  json::require_object(value, place, "an object");
  const Kind& kind = read_kind(kinds, value, place, reading.version);
  require_keys(value, place, [&](std::string_view key) {
    return why_not_a_key(kinds, kind, key, reading.version);
  });
  owner.kind = &kind;
  reading.needed = std::max(reading.needed, version_of_kind(kind));
  for (const Parameter& parameter : kind.parameters) {
    if (find_member(value, parameter.key)) {
      reading.needed = std::max(reading.needed, parameter.version);
    }
    read_field(field_of<Owner>(fields, parameter.key), parameter.required, owner, value, place,
               reading);
  }
}

template <typename Owner>
void write_kinds(const Owner& owner, Fields<Owner> fields, json::Writer& out) {
  out.begin_object();
  out.member("kind", owner.kind->id);
  for (const Parameter& parameter : owner.kind->parameters) {
    write_field(field_of<Owner>(fields, parameter.key), parameter.required, owner, out);
  }
  out.end_object();
}

template <typename Owner>
int version_of_kinds(const Owner& owner, Fields<Owner> fields) {
  int version = version_of_kind(*owner.kind);
  for (const Parameter& parameter : owner.kind->parameters) {
    const auto& field = field_of<Owner>(fields, parameter.key);
    version = std::max(version, version_of_field(field, parameter.version, owner));
  }
  return version;
}

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
