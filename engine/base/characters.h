#pragma once

#include <string>
#include <string_view>

namespace attn {

/// Range of characters, both ends included.
struct CharacterRange {
  char32_t first, last;

  bool holds(char32_t character) const { return first <= character && character <= last; }
};

/// Removes the first character from `text`, which is UTF-8 and not empty; returns U+FFFD if it is
/// invalid.
char32_t take_character(std::string_view& text);

/// Appends the character to `text` as UTF-8.
void append_character(std::string& text, char32_t character);

}  // namespace attn
