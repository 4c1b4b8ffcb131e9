#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace attn {

/// Longest start of `text`, which does not fit as a whole, that fits with "…" appended; empty if
/// none fits. Width grows with length: `fits` is called few times.
std::string cut_to_fit(std::string_view text, const std::function<bool(std::string_view)>& fits);

/// Shortens a name that does not fit: of several words all are kept in part, since "more )" and
/// "more (" differ at their ends; else the first letters, with "…" after at least two. Empty if not
/// even one letter fits.
std::string letters_to_fit(std::string_view name,
                           const std::function<bool(std::string_view)>& fits);

}  // namespace attn
