#include "app/document/scene_file/shown_scene.h"

#include "app/document/scene_file/scene_fields.h"

namespace attn {

std::optional<Problem> why_not_shown(const Scene& scene) {
  const int version = version_of(scene);
  if (version == 1) return std::nullopt;
  return Problem{"/version", "scenes of version " + std::to_string(version) +
                                 " can be computed, but not shown yet: use attentoscope compute"};
}

void require_shown(const Scene& scene) {
  if (auto problem = why_not_shown(scene)) throw SceneError(*std::move(problem));
}

}  // namespace attn
