#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace attn::json {

/// Object in `text`, for small files that preserve unknown members, within the limits of parse().
/// Empty if invalid.
nlohmann::json object_of(std::string_view text);

}  // namespace attn::json
