#pragma once

#include <string>
#include <string_view>

namespace attn {

/// `text` as one visible line: line ends as ↵, tabs as ⇥, other control characters as \x1b, a text
/// of only spaces as ␣ each, an empty one as ∅; outer spaces are removed. Invalid UTF-8 becomes
/// U+FFFD. Very long texts lose their middle. Isolated, so that it does not affect the order of the
/// text around.
std::string visible_text(std::string_view text);

/// Visible text without a length limit.
std::string whole_visible_text(std::string_view text);

}  // namespace attn
