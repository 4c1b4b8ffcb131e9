#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/document/view/view_options.h"

namespace attn {

/// What `view`, a JSON object, says of them; what it does not, or not in a way that is understood,
/// is the default.
ViewOptions parse_view_options(const nlohmann::json& view);

/// All of them, by views and names; null where nothing was chosen that need not be.
nlohmann::json whole_view_options(const ViewOptions& options);

/// Puts `options` into `view`, or takes out what is the default.
void format_view_options(const ViewOptions& options, nlohmann::json& view);

}  // namespace attn
