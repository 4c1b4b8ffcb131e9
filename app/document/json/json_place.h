#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace attn {

// Access to a JSON tree by JSON pointers (RFC 6901) from untrusted sources: a list grows by one
// item at its end only, and nesting is limited to json::kMaxDepth.

/// Sets `value` at `pointer`, creating missing members. Returns false if the place is impossible.
bool set_place(nlohmann::json& tree, std::string_view pointer, nlohmann::json value);

/// Removes the value there. Returns false if there is none.
bool remove_place(nlohmann::json& tree, std::string_view pointer);

}  // namespace attn
