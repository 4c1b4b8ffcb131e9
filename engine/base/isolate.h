#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

// Isolation of external text (a token, a title, a file name) within our own text. Unicode lays out
// a line as a whole: Hebrew or Arabic, or a direction control, would reorder the words and numbers
// around (UAX #9). Between U+2068 and U+2069 it cannot.

/// Returns whether a text may run from right to left, or affect the direction of its surroundings.
bool may_turn(std::string_view text);

/// Isolates `text` for use in other text: between U+2068 and U+2069 if it may change the direction,
/// with unbalanced controls escaped. Isolated text is unchanged.
std::string isolated(std::string_view text);

/// `text`, possibly truncated, with an U+2069 for each open isolate, and without unmatched ones.
std::string with_isolates_closed(std::string_view text);

/// Lines split from one text: an isolate that spans lines is closed at the end of each, and
/// reopened.
void close_isolates_of_lines(std::vector<std::string>& lines);

/// Content between U+2068 and U+2069 if the whole text is isolated; else `text`.
std::string_view inside_isolate(std::string_view text);

/// Length in bytes of the right-to-left words at the start of `text`; 0 if there are none.
std::size_t leftwards_words(std::string_view text);

/// Invisible character that controls the direction: U+061C, U+200E, U+200F, U+202A to U+202E,
/// U+2066 to U+2069.
bool is_direction_control(char32_t character);

}  // namespace attn
