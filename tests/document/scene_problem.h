#pragma once

#include <span>
#include <string>

#include "app/document/scene_file/scene_file.h"
#include "engine/base/problem.h"

namespace attn::test {

/// Why a scene's file can't be read; at "taken" where it can.
inline Problem problem_of(const std::string& json) {
  try {
    parse_scene(json);
  } catch (const SceneError& error) {
    return error.problem();
  }
  return {"taken", ""};
}

/// The ids of a table that the first version of the format has: "dot, scaled_dot".
template <typename Kind>
std::string first_ids(std::span<const Kind> kinds) {
  std::string ids;
  for (const Kind& kind : kinds) {
    if (kind.version == 1) ids += (ids.empty() ? "" : ", ") + std::string(kind.id);
  }
  return ids;
}

}  // namespace attn::test
