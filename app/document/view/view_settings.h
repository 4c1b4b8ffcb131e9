#pragma once

#include <string>
#include <string_view>

namespace attn {

/// Names of view options in a scene's `view`: "heads.of, heads.share, …".
std::string view_settings_in_words();

/// A scene's `view` with NAME=VALUE set: the value in JSON, texts also without quotes. Throws
/// std::invalid_argument with a message if the name is unknown, or the value is invalid.
std::string with_view_setting(const std::string& view, std::string_view setting);

}  // namespace attn
