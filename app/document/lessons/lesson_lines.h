#pragma once

#include <string_view>

namespace attn {

/// `text` without white space at its ends.
std::string_view trimmed(std::string_view text);

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
