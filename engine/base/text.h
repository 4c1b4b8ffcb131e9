#pragma once

#include <charconv>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

#include "engine/base/numerals.h"

namespace attn {

/// `text` (UTF-8) for use in one line: at most `characters` of it, then "…"; control characters,
/// line breaks and direction controls are escaped as in JSON; isolated if it runs from right to
/// left.
std::string shown(std::string_view text, std::size_t characters = 40);

/// `text` (UTF-8) with at most `characters`: "…" stands for those in the middle.
std::string cut_in_middle(std::string_view text, std::size_t characters);

/// `text` escaped like that, not isolated.
std::string escaped(std::string_view text);

/// A line of our text with external parts, possibly from shown(): line breaks and direction
/// controls are escaped, right-to-left text is isolated, and complete isolates stay.
std::string escaped_line(std::string_view text);

/// Label for use within a sentence: "Top-k softmax" becomes "top-k softmax", a name like "ReLU" is
/// unchanged.
std::string within_words(std::string_view label);

/// Joins the results of `word` for all `rows` by `between`, without empty ones: "light, dark".
template <typename Rows, typename Word = std::identity>
std::string joined(const Rows& rows, const Word& word = {}, std::string_view between = ", ") {
  std::string all;
  for (const auto& row : rows) {
    const auto& one = std::invoke(word, row);
    if (!all.empty() && !one.empty()) all += between;
    all += one;
  }
  return all;
}

/// "1 head", "2 heads"
template <typename Count>
std::string counted(Count count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

/// Replaces each `from` in `text`.
void replace_all(std::string& text, std::string_view from, std::string_view to);

/// `text` without `spaces` at its ends.
std::string_view trimmed(std::string_view text, std::string_view spaces = " \t\r\n");

/// Calls each(line, number) for each nonblank line of `text`, trimmed; the first line has number
/// `first`.
template <typename Each>
void for_each_line(std::string_view text, int first, const Each& each) {
  for (int number = first; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (!trimmed(line).empty()) each(trimmed(line), number);
    text.remove_prefix(line.size() < text.size() ? line.size() + 1 : line.size());
  }
}

/// Texts of all `rows`, by the function or member `word`.
template <typename Text = std::string_view, typename Rows, typename Word>
std::vector<Text> texts_of(const Rows& rows, const Word& word) {
  std::vector<Text> texts;
  texts.reserve(std::size(rows));
  for (const auto& row : rows) texts.emplace_back(std::invoke(word, row));
  return texts;
}

/// Removes the number at the start of `text`, in the syntax of std::from_chars, and returns it;
/// empty if there is none, or it is too large.
template <typename Number>
std::optional<Number> take_parsed(std::string_view& text) {
  if constexpr (std::is_floating_point_v<Number>) {
    const auto read = read_numeral<Number>(text);
    if (read.value) text.remove_prefix(read.length);
    return read.value;
  } else {
    Number number{};
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return number;
  }
}

/// The number that is all of `text`.
template <typename Number>
std::optional<Number> parsed(std::string_view text) {
  const auto number = take_parsed<Number>(text);
  return text.empty() ? number : std::nullopt;
}

/// Integers >= 0 of a list, such as "3,7"; empty if it has others. Up to an int's range.
std::optional<std::vector<std::ptrdiff_t>> whole_numbers(std::string_view text, char between);

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

// Isolation of external text (a token, a title, a file name) within our own text. Unicode lays out
// a line as a whole: Hebrew or Arabic, or a direction control, would reorder the words and numbers
// around (UAX #9). Between U+2068 and U+2069 it cannot.

/// Returns whether a text may run from right to left, or affect the direction of its surroundings.
bool may_change_direction(std::string_view text);

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

}  // namespace attn
