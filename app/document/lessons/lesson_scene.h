#pragma once

#include <optional>

#include "app/document/lessons/lesson.h"
#include "engine/attention/scene.h"

namespace attn {

class LessonBudget;

/// Applies `change` to `before`. Its text is one of
/// - `example 01-sleepy-child`, optionally followed by lines as below,
/// - a whole scene, as in a scene file,
/// - a JSON object to merge (RFC 7386): `{"normalizer": {"kind": "sparsemax"}}`,
/// - lines `/embeddings/5/1 = 3`: a JSON pointer into the scene file and the new value, which may
/// be
///   `random(ROWS, COLUMNS, SEED)`, or `nothing`.
/// A change of the view is one of the last two kinds, relative to /view.
/// Throws LessonError with its line, and the budget's errors.
Scene apply_change(const SceneChange& change, const std::optional<Scene>& before,
                   LessonBudget& budget);

}  // namespace attn
