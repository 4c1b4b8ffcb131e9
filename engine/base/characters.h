#pragma once

#include <string>
#include <string_view>

namespace attn {

/// From one character to another, both included.
struct CharacterRange {
  char32_t first, last;

  bool holds(char32_t character) const { return first <= character && character <= last; }
};

/// Takes the first character off `text`, which is UTF-8 and not empty; U+FFFD where it is none.
char32_t take_character(std::string_view& text);

/// The other way: adds the character to `text`, as UTF-8.
void append_character(std::string& text, char32_t character);

}  // namespace attn
