#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/attention/scene.h"
#include "engine/attention/where.h"

namespace attn {

// Edits of optional parts of a head, or of the output: biases, gains, subtraction, gates. They keep
// a scene valid, or throw SceneError and leave it unchanged.

/// Returns whether the part `where` is optional, absent, and allowed in the scene: gains need a
/// norm, shared keys have no own bias, a gate needs values.
bool may_give(const Scene& scene, const Where& where);

/// Adds the part: gains start at 1, other numbers at 0, so that biases and gains have no effect
/// yet. A gate with zero weights multiplies by 0.5. Subtraction gets two random matrices.
void give_part(Scene& scene, const Where& where, std::uint64_t seed);

/// Removes the part, and parts that depend on it.
void drop_part(Scene& scene, const Where& where);

/// Removes from each head the numbers that the scene does not allow: sinks without a normalizer
/// over keys, gains without a norm.
void drop_unfit_numbers(Scene& scene);

/// Removes w_o; the output's bias is truncated or padded with zeros to the heads' width.
void drop_output_weights(Scene& scene);

/// Sets the norm of rows of q and k: without a norm gains are removed.
void set_norm(Scene& scene, const NormKind& kind);

/// Returns whether head h can share the keys and values of head `from`: an earlier one with its
/// own.
bool may_share_keys(const Scene& scene, std::size_t h, std::size_t from);

/// Makes head h, and heads that share its keys, use those of head `from`, with its width; without
/// `from`, head h gets a copy of the shared ones.
void set_keys_of(Scene& scene, std::size_t h, std::optional<std::size_t> from);

/// Sets the number of columns of the terms by distance: centred columns stay if the middle is
/// distance 0, else the first ones; new ones are 0.
void set_distances(Scene& scene, Index columns);

}  // namespace attn
