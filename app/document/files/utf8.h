#pragma once

#include <string>
#include <string_view>

namespace attn {

/// `bytes` as UTF-8 that can be drawn and written: what is none becomes "\uFFFD".
std::string valid_utf8(std::string_view bytes);

}  // namespace attn
