#pragma once

#include <string>
#include <string_view>

namespace attn {

/// A path at which `bytes` can be read as a file for as long as the program runs; nothing is left
/// when it ends. Throws std::runtime_error where there is no room for it.
std::string font_file(std::string_view bytes);

}  // namespace attn
