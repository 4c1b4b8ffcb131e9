#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "app/document/edits/origins.h"
#include "engine/attention/scene.h"

namespace attn {

// What has to follow when a matrix of a scene gets other columns. What is new is 0; but w_a, v and
// gains, which are the identity and ones where they are absent, go on as such. Heads that share
// keys and values follow together. The scene may fail check() afterwards where there is no way to
// make it fit.

/// The new columns of the inputs; nothing where they stay.
struct InputColumns {
  std::optional<Origins> embeddings;
  std::optional<Origins> queries;  ///< with cross-attention; else the embeddings are the queries
  std::optional<Origins> values;   ///< with own values; else the embeddings are the values
};

/// Gives the inputs these columns: weights, learned positions and combine's parameters follow, and
/// where a head has no weights on one side, so do the other side's columns.
void rearrange_inputs(Scene& scene, const InputColumns& columns);

/// Whether q and k of head h need not be equally wide, since the score puts its w_a between them.
bool aligns(const Scene& scene, std::size_t h);

/// Gives q and k of head h these columns (nothing where they stay): w_q and w_k, where the head has
/// them, and whatever else has a number or a row for each. Heads that have the same keys need a w_q
/// where their queries must stay as wide.
void rearrange_keys(Scene& scene, std::size_t h, const std::optional<Origins>& q,
                    const std::optional<Origins>& k);

/// Gives the values of head h, which must have a w_v, these columns; and those of the others too
/// where they must be as wide.
void rearrange_values(Scene& scene, std::size_t h, const Origins& columns);

/// The heads that have one head's keys and values, as head h has (Head::keys_of): that one first.
std::vector<std::size_t> heads_with_keys_of(const Scene& scene, std::size_t h);

/// Head h with the keys and values that it has of another.
Head with_own_keys(const Scene& scene, std::size_t h);

}  // namespace attn
