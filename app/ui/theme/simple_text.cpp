#include "app/ui/theme/simple_text.h"

#include <algorithm>

namespace attn::ui {
namespace {

/// Latin, Greek, Cyrillic, and symbols of the program's own texts; no combining marks, invisible
/// characters or possible emoji.
constexpr CharacterRange kSimple[] = {
    {0x20, 0x7e},     {0xa0, 0xa8},     {0xaa, 0xac},     {0xaf, 0x2ff},    {0x370, 0x482},
    {0x48a, 0x52f},   {0x1d00, 0x1dbf}, {0x1e00, 0x1fff}, {0x2009, 0x2009}, {0x2010, 0x2027},
    {0x2030, 0x203b}, {0x203d, 0x2048}, {0x204a, 0x205e}, {0x2070, 0x209c}, {0x20a0, 0x20bf},
    {0x2190, 0x2193}, {0x21b5, 0x21b5}, {0x21e5, 0x21e5}, {0x2200, 0x22ff}, {0x2423, 0x2423},
    {0x25a1, 0x25a1}, {0x25b2, 0x25b2}, {0x25bc, 0x25bc}, {0x2c60, 0x2c7f},
};

}  // namespace

bool is_simple(char32_t character) {
  return std::ranges::any_of(
      kSimple, [character](const CharacterRange& range) { return range.holds(character); });
}

bool is_simple(std::string_view text) {
  // Fast path: most texts are ASCII.
  const auto is_plain = [](char c) { return c >= 0x20 && c <= 0x7e; };
  text.remove_prefix(
      static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin()));
  while (!text.empty()) {
    if (!is_simple(take_character(text))) return false;
  }
  return true;
}

}  // namespace attn::ui
