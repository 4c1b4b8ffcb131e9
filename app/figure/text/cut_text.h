#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace attn {

/// Longest start of `text`, which does not fit as a whole, that fits with "…" appended; empty if
/// none fits. Width grows with length: `fits` is called few times.
std::string cut_to_fit(std::string_view text, const std::function<bool(std::string_view)>& fits);

/// Shortens a name that does not fit. A name of several words keeps a part of each, since "more )"
/// and "more (" differ at their ends; a single word keeps its first letters, followed by "…" if at
/// least two remain. Empty if not even one letter fits.
std::string letters_to_fit(std::string_view name,
                           const std::function<bool(std::string_view)>& fits);

}  // namespace attn
