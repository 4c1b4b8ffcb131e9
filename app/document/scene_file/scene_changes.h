#pragma once

#include <map>
#include <string>

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

}  // namespace attn
