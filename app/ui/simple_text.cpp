#include "app/ui/simple_text.h"

#include <algorithm>
#include <cstddef>

namespace attn::ui {
namespace {

struct Range {
  char32_t first, last;
};

/// Latin, Greek, Cyrillic, and the signs of the program's own texts; no combining marks, nothing
/// invisible, nothing that may be an emoji.
constexpr Range kSimple[] = {
    {0x20, 0x7e},     {0xa0, 0xa8},     {0xaa, 0xac},     {0xaf, 0x2ff},    {0x370, 0x482},
    {0x48a, 0x52f},   {0x1d00, 0x1dbf}, {0x1e00, 0x1fff}, {0x2010, 0x2027}, {0x2030, 0x203b},
    {0x203d, 0x2048}, {0x204a, 0x205e}, {0x2070, 0x209c}, {0x20a0, 0x20bf}, {0x2190, 0x2193},
    {0x21b5, 0x21b5}, {0x21e5, 0x21e5}, {0x2200, 0x22ff}, {0x2423, 0x2423}, {0x25a1, 0x25a1},
    {0x2c60, 0x2c7f},
};

}  // namespace

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

bool is_simple(char32_t character) {
  return std::any_of(std::begin(kSimple), std::end(kSimple), [character](const Range& range) {
    return character >= range.first && character <= range.last;
  });
}

bool is_simple(std::string_view text) {
  while (!text.empty()) {
    if (!is_simple(take_character(text))) return false;
  }
  return true;
}

}  // namespace attn::ui
