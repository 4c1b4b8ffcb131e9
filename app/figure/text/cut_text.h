#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace attn {

/// The longest start of `text`, which does not fit as a whole, that fits with "…" after it; nothing
/// where not even that does. Longer starts are wider: `fits` is asked for few of them.
std::string cut_to_fit(std::string_view text, const std::function<bool(std::string_view)>& fits);

}  // namespace attn
