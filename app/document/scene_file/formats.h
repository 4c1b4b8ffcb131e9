#pragma once

#include <string_view>

namespace attn {

// Values of a file's key `format`, which distinguish the kinds of files.

inline constexpr std::string_view kSceneFormat = "attentoscope/scene";
inline constexpr std::string_view kNetworkFormat = "attentoscope/network";
inline constexpr std::string_view kFigureFormat = "attentoscope/figure";

}  // namespace attn
