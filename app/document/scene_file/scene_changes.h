#pragma once

#include <map>
#include <string>

#include "engine/attention/scene.h"

namespace attn {

/// What is to be otherwise in a scene's file: by JSON pointers (RFC 6901) JSON texts; "null" takes
/// away what is there, and does nothing where nothing is.
using SceneChanges = std::map<std::string, std::string>;

/// The scene with `changes`, one after the other by their pointers. Title, notes and view stay, and
/// tokens and the number of heads have to: rows, columns and panels are named after them. Throws
/// SceneError with the place where a change can't be made, or where what comes out is no scene.
Scene with_changes(const Scene& scene, const SceneChanges& changes);

/// The changes that make `from` compute as `to`, which has the same tokens and as many heads.
SceneChanges changes_from(const Scene& from, const Scene& to);

/// The changes that make any scene of the same tokens and as many heads compute as `to`: one for
/// each part of its file that is there or could be.
SceneChanges changes_to(const Scene& to);

/// What they change, in few words: "heads 0 sink 0, masks none, position rope". Of longer values
/// only the place is said.
std::string changes_in_words(const SceneChanges& changes);

}  // namespace attn
