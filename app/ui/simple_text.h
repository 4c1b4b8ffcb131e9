#pragma once

#include <string>
#include <string_view>

namespace attn::ui {

/// Takes the first character off `text`, which is UTF-8 and not empty; U+FFFD where it is none.
char32_t take_character(std::string_view& text);

/// The other way: adds the character to `text`, as UTF-8.
void append_character(std::string& text, char32_t character);

/// Whether a text of such characters is simply one letter after another, in one direction, as ImGui
/// sets it. What is not is for shaped_text.h.
bool is_simple(char32_t character);
bool is_simple(std::string_view text);

}  // namespace attn::ui
