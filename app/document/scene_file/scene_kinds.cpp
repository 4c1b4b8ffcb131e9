#include "app/document/scene_file/scene_kinds.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "app/document/scene_file/scene_file.h"
#include "engine/attention/combine.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/scene.h"
#include "engine/attention/score.h"

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

}  // namespace attn
