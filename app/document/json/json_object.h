#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace attn::json {

/// The object that `text` holds, for small files that keep what they don't know, within the limits
/// of parse(): nothing deep, nothing twice, nothing behind it. An empty one where it is none.
nlohmann::json object_of(std::string_view text);

}  // namespace attn::json
