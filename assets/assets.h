#pragma once

#include <span>
#include <string_view>

namespace attn {

/// A file of `assets/` or `shaders/` that is built into the program.
struct Asset {
  std::string_view path;  ///< below the source tree's top: "assets/fonts/Inter-Regular.ttf"
  std::string_view bytes;
};

std::span<const Asset> assets();

/// The bytes of the asset at `path`, which must be one of them.
std::string_view asset(std::string_view path);

}  // namespace attn
