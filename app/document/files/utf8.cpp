#include "app/document/files/utf8.h"

#include <charconv>

#include "engine/base/text.h"

namespace attn {
namespace {

/// Returns whether a character of `length` bytes is valid (Unicode 15, table 3-7: no overlong
/// forms, no surrogates, nothing beyond U+10FFFF).
bool is_valid(char32_t character, std::size_t length) {
  constexpr char32_t kLeast[] = {0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = character >= 0xd800 && character < 0xe000;
  return character >= kLeast[length - 1] && character <= 0x10ffff && !is_surrogate &&
         (length > 1 || character < 0x80);
}

bool is_plain(char c) { return c >= ' ' && c < 0x7F && c != '%'; }

}  // namespace

std::string valid_utf8(std::string_view bytes) {
  std::string valid;
  while (!bytes.empty()) {
    std::string_view rest = bytes;
    const char32_t character = take_character(rest);
    const std::size_t length = bytes.size() - rest.size();
    const bool is_good = is_valid(character, length);
    valid += is_good ? bytes.substr(0, length) : "\uFFFD";
    bytes.remove_prefix(is_good ? length : 1);
  }
  return valid;
}

std::string with_small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return small;
}

std::string percent_encoded(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  for (const char c : path) {
    if (is_plain(c)) {
      text += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      text += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return text;
}

std::string percent_decoded(std::string_view text) {
  std::string path;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view digits = text.substr(at + 1, 2);
    unsigned byte = 0;
    const auto end = digits.data() + digits.size();
    if (text[at] == '%' && digits.size() == 2 &&
        std::from_chars(digits.data(), end, byte, 16).ptr == end) {
      path += static_cast<char>(byte);
      at += 2;
    } else {
      path += text[at];
    }
  }
  return path;
}

}  // namespace attn
