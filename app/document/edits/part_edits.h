#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/attention/scene.h"
#include "engine/attention/where.h"

namespace attn {

// What a head, or the output, may have besides its matrices: biases, gains, what is subtracted,
// gates. Each edit makes a valid scene of a valid one, or throws SceneError and leaves it.

/// Whether `where` is such a part, and the scene has none, and may: gains need a norm, keys of
/// another head no bias of their own, a gate values.
bool may_give(const Scene& scene, const Where& where);

/// Gives it: gains of 1, other numbers 0, so that biases and gains change nothing at first. Gates
/// of 0 let half through. What is subtracted, with both of its matrices, is random.
void give_part(Scene& scene, const Where& where, std::uint64_t seed);

/// Takes it away, with what can't be without it.
void drop_part(Scene& scene, const Where& where);

/// Takes from each head the numbers that it may not have in the scene: sinks without a normalizer
/// over keys, gains without a norm.
void drop_unfit_numbers(Scene& scene);

/// Takes w_o away; the output's bias is cut or filled up with zeros to the heads' width.
void drop_output_weights(Scene& scene);

/// How rows of q and k are brought to one size: without a norm gains go.
void set_norm(Scene& scene, const NormKind& kind);

/// Whether head h may have the keys and values of head `from`: an earlier one with its own.
bool may_share_keys(const Scene& scene, std::size_t h, std::size_t from);

/// Head h, and those that have its keys, have those of head `from` from then on, which is as wide
/// as they then are; without one, head h has the numbers that it had of another as its own.
void set_keys_of(Scene& scene, std::size_t h, std::optional<std::size_t> from);

/// The terms by distance have so many columns for each head: those in the middle stay where the
/// middle is no distance, else the first ones; new ones are 0.
void set_distances(Scene& scene, Index columns);

}  // namespace attn
