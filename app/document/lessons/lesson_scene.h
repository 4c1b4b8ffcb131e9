#pragma once

#include <optional>

#include "app/document/lessons/lesson.h"
#include "engine/attention/scene.h"

namespace attn {

class LessonBudget;

/// The scene that `change` makes of `before`. Its text is one of
/// - `example 01-sleepy-child`, and lines as below may follow,
/// - a whole scene, as in a scene file,
/// - a JSON object that is merged into it (RFC 7386): `{"normalizer": {"kind": "sparsemax"}}`,
/// - lines `/embeddings/5/1 = 3`: a JSON pointer into the scene file and what stands there then,
///   which may be `random(ROWS, COLUMNS, SEED)`, or `nothing`.
/// A change of the view is an object of the last kinds, below /view.
/// Throws LessonError with its line, and what the budget does.
Scene apply_change(const SceneChange& change, const std::optional<Scene>& before,
                   LessonBudget& budget);

}  // namespace attn
