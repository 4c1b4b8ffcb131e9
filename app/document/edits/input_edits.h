#pragma once

#include <cstdint>
#include <string>

#include "engine/attention/scene.h"
#include "engine/attention/where.h"

namespace attn {

// Edits of the inputs. They keep a scene valid, or throw SceneError (for example for an odd width
// with rope) and leave it unchanged.

/// Inserts a column of zeros before `at` (0 to their count) of `input`: embeddings,
/// query_embeddings or values, which must exist. All weights get a row of zeros for it, so that it
/// has no effect yet; heads without weights see it at once. Embeddings and queries of equal width
/// stay equal.
void insert_dimension(Scene& scene, Part input, Index at);
void remove_dimension(Scene& scene, Part input, Index at);

/// Gives the queries their own tokens, initially equal. Removes forget gates, which need
/// self-attention.
void use_own_queries(Scene& scene);
/// Uses the tokens as queries again. Properties of a query become those of the token with its
/// index.
void use_tokens_as_queries(Scene& scene);

/// Gives the values their own matrix, initially the embeddings.
void use_own_values(Scene& scene);
void use_embeddings_as_values(Scene& scene);

// Edits of one list of tokens. Properties of a token follow it: its vector, its value, and its part
// of bias, masks and edges. Learned positions belong to an index, and stay. They keep a scene
// valid, or throw SceneError and leave it unchanged.

enum class TokenList {
  kTokens,   ///< keys, and in self-attention also queries
  kQueries,  ///< queries of a scene with cross-attention
};

/// Renames a token; its vector stays.
void rename_token(Scene& scene, TokenList list, Index at, std::string text);
/// Inserts a token before `at` (0 to their count) with the word's own vector.
void insert_token(Scene& scene, TokenList list, Index at, const std::string& text);
void remove_token(Scene& scene, TokenList list, Index at);
/// Moves a token from `from` to `to`; the tokens between shift.
void move_token(Scene& scene, TokenList list, Index from, Index to);
void shuffle_tokens(Scene& scene, TokenList list, std::uint64_t seed);

}  // namespace attn
