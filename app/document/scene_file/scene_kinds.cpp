#include "app/document/scene_file/scene_kinds.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/scene_file/scene_file.h"
#include "engine/attention/combine.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/base/problem.h"

namespace attn {

void add_kinds(nlohmann::json& scene) {
  for (const auto& [key, kind] : {std::pair{"score", Scene{}.score.kind->id},
                                  std::pair{"normalizer", Scene{}.normalizer.kind->id},
                                  std::pair{"position", Scene{}.position.kind->id},
                                  std::pair{"combine", Scene{}.combine.kind->id}}) {
    if (!scene.contains(key)) scene[key] = {{"kind", std::string(kind)}};
  }
}

nlohmann::json whole_tree(const Scene& scene) {
  using Tree = nlohmann::json;
  Tree file = Tree::parse(format_scene(scene));
  add_kinds(file);
  if (!file.contains("heads")) file["heads"] = Tree(scene.heads.size(), Tree::object());
  return file;
}

Scene parse_changed(nlohmann::json& file) {
  constexpr std::string_view kVersion = "/version";
  try {
    return parse_scene(file.dump());
  } catch (const SceneError& error) {
    const bool is_later = error.problem().place == kVersion;
    file["version"] = is_later ? 1 : 2;
    try {
      return parse_scene(file.dump());
    } catch (const SceneError& of_other) {
      if (of_other.problem().place != kVersion) throw;
    }
    throw;
  }
}

}  // namespace attn
