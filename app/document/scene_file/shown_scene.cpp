#include "app/document/scene_file/shown_scene.h"

namespace attn {

std::optional<Problem> why_not_shown(const Scene&) { return std::nullopt; }

void require_shown(const Scene& scene) {
  if (auto problem = why_not_shown(scene)) throw SceneError(*std::move(problem));
}

}  // namespace attn
