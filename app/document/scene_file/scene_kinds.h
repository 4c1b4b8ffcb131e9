#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/attention/scene.h"

namespace attn {

/// Puts into the JSON of a scene file the objects of kinds that it leaves out where they are as
/// always, so that pointers into them find their way.
void add_kinds(nlohmann::json& scene);

/// The scene's file with these, and with the heads where it leaves them out.
nlohmann::json whole_tree(const Scene& scene);

/// The scene of a file that was changed, and says the version of what it was before; from then on
/// that which holds it. Throws SceneError as parse_scene() does.
Scene parse_changed(nlohmann::json& file);

}  // namespace attn
