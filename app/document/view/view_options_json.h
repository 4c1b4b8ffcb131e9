#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "app/document/view/view_options.h"

namespace attn {

/// Parses the options in `view`, a JSON object; missing or invalid ones get the default.
ViewOptions parse_view_options(const nlohmann::json& view);

/// All options, by view and name; null for unset optional ones.
nlohmann::json whole_view_options(const ViewOptions& options);

/// Writes `options` to `view`, and removes defaults.
void format_view_options(const ViewOptions& options, nlohmann::json& view);

/// Names of view options in a scene's `view`: "heads.of, heads.share, …".
std::string view_settings_in_words();

/// A scene's `view` with NAME=VALUE set: the value in JSON, texts also without quotes. Throws
/// std::invalid_argument with a message if the name is unknown, or the value is invalid.
std::string with_view_setting(const std::string& view, std::string_view setting);

}  // namespace attn
