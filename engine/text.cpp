#include "engine/text.h"

#include <cstdio>

namespace attn {
namespace {

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

void append_escaped(std::string& out, char byte) {
  switch (byte) {
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  const auto code = static_cast<unsigned char>(byte);
  if (code >= 0x20 && code != 0x7F) {
    out += byte;
    return;
  }
  char escape[8];
  std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(code));
  out += escape;
}

}  // namespace

std::string shown(std::string_view text, std::size_t characters) {
  std::string out;
  std::size_t count = 0;
  for (const char byte : text) {
    if (starts_character(byte) && count++ == characters) return out + "…";
    append_escaped(out, byte);
  }
  return out;
}

}  // namespace attn
