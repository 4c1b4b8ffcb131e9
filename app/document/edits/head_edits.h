#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/attention/scene.h"

namespace attn {

// Edits of the heads. What combine and ALiBi hold for each head follows. Of a valid scene they make
// a valid one, or throw SceneError and leave it as it was.

/// As many can be asked for at once; files may have more.
inline constexpr std::size_t kMaxEditedHeads = 1024;

/// What a new head is.
enum class NewHead {
  kRandom,  ///< random weights as wide as the last head's
  kPlain,   ///< no weights; refused where it does not fit
};

/// Removes the last ones or adds new ones at the end.
void set_head_count(Scene& scene, std::size_t count, NewHead kind, std::uint64_t seed);

/// A matrix of a head, as it is named in the scene file: `&Head::w_q` and the like.
using HeadMatrix = std::optional<Cow<Matrix>> Head::*;

/// Puts the identity, which is what an absent matrix stands for, in its place, to be edited.
void give_weights(Scene& scene, std::size_t h, HeadMatrix matrix);
/// Takes the matrix away; what depends on the width of its columns follows.
void drop_weights(Scene& scene, std::size_t h, HeadMatrix matrix);

/// Makes queries and keys of head h, and of those that share its keys, `dk` wide: cut, or filled up
/// with zeros. They have w_q and w_k from then on.
void set_key_width(Scene& scene, std::size_t h, Index dk);
/// Likewise the values, with w_v; the other heads' too where they must be as wide.
void set_value_width(Scene& scene, std::size_t h, Index dv);

}  // namespace attn
