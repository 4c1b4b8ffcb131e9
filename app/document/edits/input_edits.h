#pragma once

#include "engine/attention/scene.h"
#include "engine/attention/where.h"

namespace attn {

// Edits of what goes in. Of a valid scene they make a valid one, or throw SceneError (where rope
// would meet an odd width, say) and leave it as it was.

/// A new column of zeros before `at` (0 to their count) of `input`: embeddings, query_embeddings or
/// values, which the scene must have. All weights get a row of zeros for it, so
/// that what it does is to be chosen; heads without weights see it at once. Embeddings and queries
/// that are equally wide stay so.
void insert_dimension(Scene& scene, Part input, Index at);
void remove_dimension(Scene& scene, Part input, Index at);

/// The queries become tokens of their own, at first the same ones. Forget gates go, which are for
/// self-attention alone.
void use_own_queries(Scene& scene);
/// The tokens are the queries again. What was said of a query is now said of the token of its
/// index.
void use_tokens_as_queries(Scene& scene);

/// The values become a matrix of their own, at first the embeddings.
void use_own_values(Scene& scene);
void use_embeddings_as_values(Scene& scene);

}  // namespace attn
