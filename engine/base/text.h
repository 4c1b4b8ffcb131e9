#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// `text` (UTF-8) for use in one line: at most `characters` of it, then "…"; control characters,
/// line breaks and direction controls are escaped as in JSON; isolated if it runs from right to
/// left.
std::string shown(std::string_view text, std::size_t characters = 40);

/// `text` escaped like that, not isolated.
std::string escaped(std::string_view text);

/// A line of our text with external parts, possibly from shown(): line breaks and direction
/// controls are escaped, right-to-left text is isolated, and complete isolates stay.
std::string escaped_line(std::string_view text);

/// Label for use within a sentence: "Top-k softmax" becomes "top-k softmax", a name like "ReLU" is
/// unchanged.
std::string within_words(std::string_view label);

/// Words joined by commas: "light, dark".
std::string joined(std::span<const std::string_view> words);

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

}  // namespace attn
