#pragma once

#include "engine/attention/scene.h"

namespace attn {

// Edits of tokens that are points: their key is one number, x, and their value one number, y. The
// scene must have embeddings and values of one column; one without values of its own gets them.
// Of a valid scene they make a valid one, or throw SceneError and leave it as it was.

void move_point(Scene& scene, Index token, float x, float y);
/// A new token at the end, called "x7" after its index.
void add_point(Scene& scene, float x, float y);

}  // namespace attn
