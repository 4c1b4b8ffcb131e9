#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/document/edits/origins.h"
#include "engine/attention/scene.h"

namespace attn {

// Consequences of new columns of a matrix. New numbers are 0; w_a, v and gains, whose defaults are
// the identity and ones, are extended by those. Heads that share keys and values follow together.
// The scene may fail check() afterwards if it cannot be made to fit.

/// New columns of the inputs; empty: unchanged.
struct InputColumns {
  std::optional<Origins> embeddings;
  std::optional<Origins> queries;  ///< with cross-attention; else the embeddings are the queries
  std::optional<Origins> values;   ///< with own values; else the embeddings are the values
};

/// Applies these columns: weights, learned positions and combine's parameters follow, and if a head
/// lacks weights on one side, so do the other side's columns.
void rearrange_inputs(Scene& scene, const InputColumns& columns);

/// Returns whether q and k of head h may differ in width, because the score uses w_a.
bool may_differ_in_width(const Scene& scene, std::size_t h);

/// Applies these columns of q and k of head h (empty: unchanged): w_q and w_k, if present, and all
/// parts with a number or row for each. Heads that share the keys need a w_q if the width of their
/// queries must stay.
void rearrange_keys(Scene& scene, std::size_t h, const std::optional<Origins>& q,
                    const std::optional<Origins>& k);

/// Applies these columns of the values of head h, which must have a w_v; and of the other heads too
/// if widths must be equal.
void rearrange_values(Scene& scene, std::size_t h, const Origins& columns);

/// Origin of the heads of a changed scene, and of the columns of their values.
struct HeadOrigins {
  std::vector<Index> old_widths;  ///< width of the values of each previous head
  Origins heads;                  ///< for each head, its previous index
  std::vector<Origins> columns;   ///< for each head, the previous index of each column of its
                                  ///< values
};

/// Width of the values of each head.
std::vector<Index> widths_of_values(const Scene& scene);

/// Rearranges combine's parameters and ALiBi's slopes with the heads. New columns are 0; a new head
/// gets random numbers (by `seed`), the last head's weight, and half the last head's slope, so that
/// it has an effect.
void follow_heads(Scene& scene, const HeadOrigins& origins, std::uint64_t seed = 0);

/// Heads that share the keys and values of head h (Head::keys_of): the owner first.
std::vector<std::size_t> heads_with_keys_of(const Scene& scene, std::size_t h);

/// Head h with a copy of shared keys and values.
Head with_own_keys(const Scene& scene, std::size_t h);

}  // namespace attn
