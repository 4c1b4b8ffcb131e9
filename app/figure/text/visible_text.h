#pragma once

#include <string>
#include <string_view>

namespace attn {

/// `text` as one line in which everything can be seen: line ends as ↵, tabs as ⇥, other control
/// characters as \x1b, a text of spaces alone as ␣ for each, an empty one as ∅; spaces at the ends
/// are left out. Bytes that are not UTF-8 become U+FFFD. A text too long for any label loses its
/// middle. It is isolated: wherever it stands, it leaves the words around in their order.
std::string visible_text(std::string_view text);

/// The same of words that were asked for: however long, nothing is lost.
std::string whole_visible_text(std::string_view text);

}  // namespace attn
