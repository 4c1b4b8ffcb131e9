#pragma once

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/document/scene_file/scene_file.h"
#include "engine/attention/scene.h"

namespace attn {

/// Changes of a scene file: maps JSON pointers (RFC 6901) to JSON texts. "null" removes an existing
/// value.
using SceneChanges = std::map<std::string, std::string>;

/// Applies `changes` in the order of their pointers. Title, notes and view stay; tokens and the
/// number of heads must stay, as rows, columns and panels are named after them. Throws SceneError
/// with the place if a change is impossible, or the result is no scene.
Scene with_changes(const Scene& scene, const SceneChanges& changes);

/// Changes that make `from` compute like `to`, with equal tokens and number of heads.
SceneChanges changes_from(const Scene& from, const Scene& to);

/// Changes that make any scene with equal tokens and number of heads compute like `to`: one for
/// each possible part of its file.
SceneChanges changes_to(const Scene& to);

/// Short description: "heads 0 sink 0, masks none, position rope". Longer values are given by place
/// only.
std::string changes_in_words(const SceneChanges& changes);

/// Adds default objects of kinds, which a scene file may omit, to its JSON, so that pointers into
/// them work.
void add_kinds(nlohmann::json& scene);

/// Parses a changed file by `parse`, with the version required by its content instead of the stated
/// one. Throws SceneError as parse_scene() does.
Scene parse_changed(nlohmann::json& file,
                    const std::function<Scene(const std::string&)>& parse = parse_scene);

/// Number of a scene, or several equal ones, by JSON pointers (RFC 6901) into its file:
/// "/heads/0/w_q/0/1", "/normalizer/temperature".
class SceneNumber {
 public:
  /// Throws SceneError at a pointer without a number, or where none is possible.
  SceneNumber(const Scene& scene, std::vector<std::string> pointers);

  /// The scene with `value`, which must be finite. Throws SceneError if the scene cannot have it.
  Scene with(double value) const;

 private:
  std::shared_ptr<const nlohmann::json> file_;
  std::vector<std::string> pointers_;
};

}  // namespace attn
