#pragma once

#include <string>
#include <string_view>

namespace attn {

/// `bytes` as valid UTF-8: invalid bytes become "\uFFFD".
std::string valid_utf8(std::string_view bytes);

}  // namespace attn
