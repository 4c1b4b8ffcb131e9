#pragma once

#include <string_view>

namespace attn {

// What a file says at its key `format`, by which the reader of one kind knows the other.

inline constexpr std::string_view kSceneFormat = "attentoscope/scene";
inline constexpr std::string_view kNetworkFormat = "attentoscope/network";
inline constexpr std::string_view kFigureFormat = "attentoscope/figure";

}  // namespace attn
