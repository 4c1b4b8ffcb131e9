#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

// Text of others (a token, a title, a file's name) that stands within words of our own. Unicode
// sets a line as a whole: Hebrew or Arabic in it, or a character that turns the direction, would
// change the order of the words and numbers around (UAX #9). Between U+2068 and U+2069 it can't.

/// Whether a text may run from right to left where it stands, or has a say in what does.
bool may_turn(std::string_view text);

/// `text` as it can stand within other words: between U+2068 and U+2069 where it may turn them, and
/// nothing in it ends that or outlasts it. What is isolated already stays as it is.
std::string isolated(std::string_view text);

/// `text`, of which a part may have been cut off, with U+2069 for each isolate that is left open,
/// and without those that close none.
std::string with_isolates_closed(std::string_view text);

/// Lines that were one text: an isolate that goes on from one to the next is closed at the end of
/// each, and opened again.
void close_isolates_of_lines(std::vector<std::string>& lines);

/// What is between U+2068 and U+2069 where that is all that there is; else `text`.
std::string_view inside_isolate(std::string_view text);

/// The bytes of the words written from right to left that `text` begins with; 0 where it does not.
std::size_t leftwards_words(std::string_view text);

/// A character without a look of its own that directs what is around it: U+061C, U+200E, U+200F,
/// U+202A to U+202E, U+2066 to U+2069.
bool is_direction_control(char32_t character);

}  // namespace attn
