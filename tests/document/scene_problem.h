#pragma once

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

}  // namespace attn::test
