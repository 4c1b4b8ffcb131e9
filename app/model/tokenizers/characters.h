#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/base/text.h"

namespace attn::tokenizers {

/// Upper bound of a text in bytes, in all its forms.
inline constexpr std::size_t kMaxText = std::size_t{1} << 25U;

/// Throws SceneError if a text has more than kMaxText bytes.
void require_bounded(std::size_t bytes);

// Properties of characters, by Unicode's data, as Rust and its crates define them: the tokenizers
// of Hugging Face's library use those.

/// White_Space.
bool is_space(char32_t character);
/// ASCII punctuation, or a category P….
bool is_punctuation(char32_t character);
/// A category N….
bool is_numeric(char32_t character);
/// \w of Rust's regex: letters, marks, digits, connectors, joiners.
bool is_word(char32_t character);
/// A category M….
bool is_mark(char32_t character);
/// Category Mn.
bool is_nonspacing_mark(char32_t character);
/// Control, format or private use, without tab and line breaks: BERT drops these.
bool is_control(char32_t character);
/// An ideograph, as BERT defines it.
bool is_chinese(char32_t character);

/// `text` in lower case, character by character: U+0130 alone becomes two characters.
std::string lower_case(std::string_view text);

enum class NormalForm { kNfc, kNfd, kNfkc, kNfkd };

/// `text` in a normal form (Unicode Standard Annex 15). Throws std::bad_alloc.
std::string normalized(std::string_view text, NormalForm form);

/// End of the extended grapheme cluster (Unicode Standard Annex 29) that begins at `begin`.
std::size_t cluster_end(std::string_view text, std::size_t begin);

/// Character that ends before `end` > 0, of valid UTF-8.
char32_t character_before(std::string_view text, std::size_t end);

/// Number of bytes of the first character.
inline std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return length < text.size() ? length : text.size();
}

/// Calls each(begin, end, character) for the characters of valid UTF-8.
template <typename Each>
void for_each_character(std::string_view text, const Each& each) {
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t begin = text.size() - rest.size();
    const auto first = static_cast<unsigned char>(rest[0]);
    char32_t character = first;
    if (first < 0x80) {
      rest.remove_prefix(1);
    } else {
      character = take_character(rest);
    }
    each(begin, text.size() - rest.size(), character);
  }
}

}  // namespace attn::tokenizers
