#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// `text` (UTF-8) as part of one line of words: at most `characters` of it, then "…"; control
/// characters, and what else breaks a line, escaped as in JSON.
std::string shown(std::string_view text, std::size_t characters = 40);

}  // namespace attn
