#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// `text` (UTF-8) on one line, for words about it: at most `characters` of them, then "…", and
/// control characters escaped as in JSON.
std::string shown(std::string_view text, std::size_t characters = 40);

}  // namespace attn
