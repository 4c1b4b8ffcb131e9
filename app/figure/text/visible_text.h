#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// `text` as one visible line: line ends as ↵, tabs as ⇥, other control characters as \x1b, a text
/// of only spaces as ␣ each, an empty one as ∅; outer spaces are removed. Invalid UTF-8 becomes
/// U+FFFD. Very long texts lose their middle. Isolated, so that it does not affect the order of the
/// text around.
std::string visible_text(std::string_view text);

/// Visible text of token `n`, with its number among equal ones: "the ②".
std::string named_token(std::span<const std::string> tokens, std::ptrdiff_t n);

/// End of a name that tells it from equal ones, " ②", which a shortened name keeps; "" without one.
std::string_view mark_among_equals(std::string_view name);

/// Visible text without a length limit.
std::string whole_visible_text(std::string_view text);

/// `words` with a capital at the start, if that is a small Latin letter.
std::string with_capital(std::string words);

/// Longest prefix of `text` that fits with "…" appended, by binary search; empty if none. For a
/// text that does not fit as a whole.
std::string cut_to_fit(std::string_view text, const std::function<bool(std::string_view)>& fits);

/// Shortens a name that does not fit. A name of several words keeps a part of each, since "more )"
/// and "more (" differ at their ends; a single word keeps its first letters, followed by "…" if at
/// least two remain. Empty if not even one letter fits.
std::string letters_to_fit(std::string_view name,
                           const std::function<bool(std::string_view)>& fits);

}  // namespace attn
