#include "engine/text.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace attn {
namespace {

struct Escape {
  char32_t code;
  const char* text;
};

constexpr std::array kShortEscapes{Escape{'\b', "\\b"}, Escape{'\f', "\\f"}, Escape{'\n', "\\n"},
                                   Escape{'\r', "\\r"}, Escape{'\t', "\\t"}};

std::size_t length_of(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  if (byte < 0xC0) return 1;
  if (byte < 0xE0) return 2;
  return byte < 0xF0 ? 3 : 4;
}

/// The code point of a character of at most three bytes; those of four need no escape.
char32_t code_of(std::string_view character) {
  const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(character[n]); };
  if (character.size() == 1) return byte(0);
  if (character.size() == 2) return static_cast<char32_t>((byte(0) & 0x1F) << 6 | (byte(1) & 0x3F));
  return static_cast<char32_t>((byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F));
}

bool breaks_line(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029;
}

void append(std::string& out, std::string_view character) {
  const bool is_short = character.size() <= 3;
  // A lone byte above 0x7F is not UTF-8: it is left as it is.
  const bool is_stray = character.size() == 1 && static_cast<unsigned char>(character[0]) >= 0x80;
  const char32_t code = is_short && !is_stray ? code_of(character) : U'x';
  if (!breaks_line(code)) {
    out += character;
    return;
  }
  if (const auto found = std::ranges::find(kShortEscapes, code, &Escape::code);
      found != kShortEscapes.end()) {
    out += found->text;
    return;
  }
  char escape[8];
  std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(code) & 0xFFFFU);
  out += escape;
}

}  // namespace

std::string shown(std::string_view text, std::size_t characters) {
  std::string out;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == characters) return out + "…";
    const std::size_t length = std::min(length_of(text[0]), text.size());
    append(out, text.substr(0, length));
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace attn
