#pragma once

#include <nlohmann/json_fwd.hpp>

namespace attn {

/// Puts into the JSON of a scene file the objects of kinds that it leaves out where they are as
/// always, so that pointers into them find their way.
void add_kinds(nlohmann::json& scene);

}  // namespace attn
