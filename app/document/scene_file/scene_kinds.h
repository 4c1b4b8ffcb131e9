#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/attention/scene.h"

namespace attn {

/// Adds default objects of kinds, which a scene file may omit, to its JSON, so that pointers into
/// them work.
void add_kinds(nlohmann::json& scene);

/// The scene's file with these, and with omitted heads.
nlohmann::json whole_tree(const Scene& scene);

/// Parses a changed file, with the version required by its content instead of the stated one.
/// Throws SceneError as parse_scene() does.
Scene parse_changed(nlohmann::json& file);

}  // namespace attn
