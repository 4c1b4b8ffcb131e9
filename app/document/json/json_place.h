#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace attn {

// Places in a JSON tree by JSON pointers (RFC 6901), which come from anybody: a list grows by one
// item at its end and never by more, and nothing is deeper than json::kMaxDepth.

/// Puts `value` where `pointer` leads; members that are missing on the way are made. False where no
/// such place can be.
bool set_place(nlohmann::json& tree, std::string_view pointer, nlohmann::json value);

/// Takes away what is there. False where nothing is.
bool remove_place(nlohmann::json& tree, std::string_view pointer);

}  // namespace attn
