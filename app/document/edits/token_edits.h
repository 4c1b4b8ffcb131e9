#pragma once

#include <cstdint>
#include <string>

#include "engine/attention/scene.h"

namespace attn {

// Edits of one list of tokens. All that belongs to a token follows it: its vector, its value, and
// what bias, masks and edges say of it. Learned positions belong to an index, and stay there.
// Of a valid scene they make a valid one, or throw SceneError and leave it as it was.

enum class TokenList {
  kTokens,   ///< the keys, and in self-attention the queries too
  kQueries,  ///< the queries of a scene with cross-attention
};

/// Of the same vector under another name.
void rename_token(Scene& scene, TokenList list, Index at, std::string text);
/// A new one before `at` (0 to their count) with the word's own vector.
void insert_token(Scene& scene, TokenList list, Index at, const std::string& text);
void remove_token(Scene& scene, TokenList list, Index at);
/// The one at `from` goes to `to`; those between make way.
void move_token(Scene& scene, TokenList list, Index from, Index to);
void shuffle_tokens(Scene& scene, TokenList list, std::uint64_t seed);

}  // namespace attn
