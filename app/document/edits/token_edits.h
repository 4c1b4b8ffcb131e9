#pragma once

#include <cstdint>
#include <string>

#include "engine/attention/scene.h"

namespace attn {

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
