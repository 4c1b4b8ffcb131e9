#pragma once

#include <string>
#include <string_view>

namespace attn::tokenizers {

// Letters for bytes (Radford et al. 2019, GPT-2's encoder.py): each byte is a printable character,
// so that tokens of bytes are text.

/// `bytes` as letters.
void append_letters(std::string& out, std::string_view bytes);

/// Bytes of the letters; `letters` itself if one of its characters is no such letter.
std::string bytes_of_letters(std::string_view letters);

}  // namespace attn::tokenizers
