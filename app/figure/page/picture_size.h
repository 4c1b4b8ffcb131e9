#pragma once

#include <string_view>

namespace attn {

/// What a picture may have at most, of pixels on a side and in all.
inline constexpr double kMostOnASide = 16384, kMostPixels = 1 << 26;

/// Throws OptionError, which names `option`, where a picture would be larger.
void check_picture(std::string_view option, double width, double height);

}  // namespace attn
