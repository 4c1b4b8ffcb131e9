#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace attn {

// Small objects that preserve unknown members, from untrusted sources.

namespace json {

/// Object in `text`, within the limits of parse(). Empty if invalid.
nlohmann::json object_of(std::string_view text);

/// Member of `object`; null if there is none, or `object` is another value.
const nlohmann::json& member_of(const nlohmann::json& object, std::string_view key);

}  // namespace json

// Access by JSON pointers (RFC 6901): a list grows by one item at its end only, and nesting is
// limited to json::kMaxDepth.

/// Sets `value` at `pointer`, creating missing members. Returns false if the place is impossible.
bool set_place(nlohmann::json& tree, std::string_view pointer, nlohmann::json value);

/// Removes the value there. Returns false if there is none.
bool remove_place(nlohmann::json& tree, std::string_view pointer);

}  // namespace attn
