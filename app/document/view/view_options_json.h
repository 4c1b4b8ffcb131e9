#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/document/view/view_options.h"

namespace attn {

/// Parses the options in `view`, a JSON object; missing or invalid ones get the default.
ViewOptions parse_view_options(const nlohmann::json& view);

/// All options, by view and name; null for unset optional ones.
nlohmann::json whole_view_options(const ViewOptions& options);

/// Writes `options` to `view`, and removes defaults.
void format_view_options(const ViewOptions& options, nlohmann::json& view);

}  // namespace attn
