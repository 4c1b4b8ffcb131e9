#pragma once

#include <utility>

#include "engine/attention/scene.h"
#include "engine/base/problem.h"
#include "engine/reference/check.h"

namespace attn {

/// Applies `change`, a function of a Scene&, to `scene`. If the result is invalid, throws
/// SceneError and leaves `scene` unchanged.
template <typename Change>
void edit_checked(Scene& scene, const Change& change) {
  Scene changed = scene;
  change(changed);
  if (auto problem = check(changed)) throw SceneError(std::move(*problem));
  scene = std::move(changed);
}

}  // namespace attn
