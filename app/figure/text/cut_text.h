#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace attn {

/// The longest start of `text`, which does not fit as a whole, that fits with "…" after it; nothing
/// where not even that does. Longer starts are wider: `fits` is asked for few of them.
std::string cut_to_fit(std::string_view text, const std::function<bool(std::string_view)>& fits);

/// A name that does not fit as a whole, shortened to what fits: of several words each, as "more )"
/// and "more (" differ at their ends, else the first letters, with "…" where two are left before
/// it. Nothing where not even one letter fits.
std::string letters_to_fit(std::string_view name,
                           const std::function<bool(std::string_view)>& fits);

}  // namespace attn
