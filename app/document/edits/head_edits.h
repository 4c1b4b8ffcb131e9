#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/attention/scene.h"

namespace attn {

// Edits of the heads. Combine's parameters and ALiBi's slopes follow. They keep a scene valid, or
// throw SceneError and leave it unchanged.

/// Maximum number of heads by an edit; files may have more.
inline constexpr std::size_t kMaxEditedHeads = 1024;

/// Content of a new head.
enum class NewHead {
  kRandom,  ///< random weights with the last head's widths
  kPlain,   ///< no weights; refused if it does not fit
};

/// Removes the last heads, or adds heads at the end.
void set_head_count(Scene& scene, std::size_t count, NewHead kind, std::uint64_t seed);

/// Matrix of a head by its member: `&Head::w_q` and similar.
using HeadMatrix = std::optional<Cow<Matrix>> Head::*;

/// Adds the identity, the default of an absent matrix, for editing.
void give_weights(Scene& scene, std::size_t h, HeadMatrix matrix);
/// Removes the matrix; parts that depend on its width follow.
void drop_weights(Scene& scene, std::size_t h, HeadMatrix matrix);

/// Sets the width of queries and keys of head h, and of heads that share its keys, to `dk`:
/// truncated, or padded with zeros. They have w_q and w_k afterwards.
void set_key_width(Scene& scene, std::size_t h, Index dk);
/// Sets the width of the values of head h in the same way, with w_v; also for the other heads if
/// widths must be equal.
void set_value_width(Scene& scene, std::size_t h, Index dv);

}  // namespace attn
