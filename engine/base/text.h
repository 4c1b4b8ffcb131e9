#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// `text` (UTF-8) as part of one line of words: at most `characters` of it, then "…"; control
/// characters, what else breaks a line, and what turns its direction escaped as in JSON; isolated
/// where it runs from right to left.
std::string shown(std::string_view text, std::size_t characters = 40);

/// All of `text` escaped like that, not isolated.
std::string escaped(std::string_view text);

/// A line of words of ours, with parts that others wrote and shown() may have made: what breaks or
/// turns it is escaped, what runs from right to left isolated, and whole isolates stay.
std::string escaped_line(std::string_view text);

/// A label as it stands within a sentence: "Top-k softmax" gives "top-k softmax", a name like
/// "ReLU" stays.
std::string within_words(std::string_view label);

/// "light, dark"
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

/// Calls each(line, number) for the lines of `text` that are not blank, without white space around
/// them; the first one is number `first`.
template <typename Each>
void for_each_line(std::string_view text, int first, const Each& each) {
  for (int number = first; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (!trimmed(line).empty()) each(trimmed(line), number);
    text.remove_prefix(line.size() < text.size() ? line.size() + 1 : line.size());
  }
}

}  // namespace attn
