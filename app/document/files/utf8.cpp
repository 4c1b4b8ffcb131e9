#include "app/document/files/utf8.h"

#include <cstddef>

namespace attn {
namespace {

unsigned byte_at(std::string_view bytes, std::size_t at) {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0;
}

bool follows(unsigned byte) { return (byte & 0xC0) == 0x80; }

/// Length of the character at the start of `bytes`, 0 if it is invalid (Unicode 15, table 3-7: no
/// overlong forms, no surrogates, nothing beyond U+10FFFF).
std::size_t character_length(std::string_view bytes) {
  const unsigned lead = byte_at(bytes, 0);
  const unsigned second = byte_at(bytes, 1);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return follows(second) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool is_overlong = lead == 0xE0 && second < 0xA0;
    const bool is_surrogate = lead == 0xED && second >= 0xA0;
    const bool whole = follows(second) && follows(byte_at(bytes, 2));
    return whole && !is_overlong && !is_surrogate ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool is_overlong = lead == 0xF0 && second < 0x90;
    const bool is_beyond = lead == 0xF4 && second >= 0x90;
    const bool whole = follows(second) && follows(byte_at(bytes, 2)) && follows(byte_at(bytes, 3));
    return whole && !is_overlong && !is_beyond ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::string valid_utf8(std::string_view bytes) {
  std::string valid;
  while (!bytes.empty()) {
    const std::size_t length = character_length(bytes);
    if (length == 0) {
      valid += "\uFFFD";
      bytes.remove_prefix(1);
    } else {
      valid += bytes.substr(0, length);
      bytes.remove_prefix(length);
    }
  }
  return valid;
}

}  // namespace attn
