#include "engine/base/characters.h"

#include <cstddef>

namespace attn {

char32_t take_character(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  char32_t character = length == 1 ? lead : lead & (0x7fU >> length);
  bool is_valid = length == 1 || (lead >= 0xc2 && lead < 0xf5 && text.size() >= length);
  for (std::size_t i = 1; is_valid && i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    is_valid = (byte & 0xc0U) == 0x80U;
    character = character << 6 | (byte & 0x3fU);
  }
  text.remove_prefix(is_valid ? length : 1);
  return is_valid ? character : U'\uFFFD';
}

void append_character(std::string& text, char32_t character) {
  if (character < 0x80) {
    text += static_cast<char>(character);
    return;
  }
  const int more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
  const unsigned lead = more == 1 ? 0xc0U : more == 2 ? 0xe0U : 0xf0U;
  text += static_cast<char>(lead | (character >> (6 * more)));
  for (int i = more - 1; i >= 0; --i) {
    text += static_cast<char>(0x80U | ((character >> (6 * i)) & 0x3fU));
  }
}

}  // namespace attn
