#include "app/document/files/percent.h"

#include <charconv>

namespace attn {
namespace {

bool is_plain(char c) { return c >= ' ' && c < 0x7F && c != '%'; }

}  // namespace

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
