#pragma once

#include <string>
#include <string_view>

namespace attn {

/// What can be chosen in views, by the names of a scene's `view`: "heads.of, heads.share, …".
std::string view_settings_in_words();

/// A scene's `view` with NAME=VALUE put in: the value as it would stand there, a text also without
/// quotes. Throws std::invalid_argument, in words, where the name is none of these, or the value is
/// none that it can have.
std::string with_view_setting(const std::string& view, std::string_view setting);

}  // namespace attn
