#pragma once

#include <string>
#include <string_view>

namespace attn {

/// `bytes` as valid UTF-8: invalid bytes become "\uFFFD".
std::string valid_utf8(std::string_view bytes);

/// `text` with small letters for A to Z.
std::string with_small_letters(std::string_view text);

}  // namespace attn
