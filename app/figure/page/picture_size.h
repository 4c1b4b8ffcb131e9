#pragma once

#include <string_view>

namespace attn {

/// Limits of an image: pixels on a side, and in total.
inline constexpr double kMostOnASide = 16384, kMostPixels = 1 << 26;

/// Throws OptionError, naming `option`, if an image would be larger.
void check_picture(std::string_view option, double width, double height);

}  // namespace attn
