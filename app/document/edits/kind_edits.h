#pragma once

#include <cstddef>

#include "engine/attention/scene.h"

namespace attn {

// Another kind from a table, with parameters that fit the scene. Those that both kinds have stay,
// and so does the result where one kind can say what the other said. Of a valid scene they make a
// valid one, or throw SceneError (where no parameters would fit) and leave it as it was.

/// Where w_a stood between queries and keys of other widths, w_q takes it in. Given scores are
/// those that the heads had, without bias and masks, which stay.
void set_score_kind(Scene& scene, const ScoreKind& kind);
/// Sinks and decay go where the normalizer takes none, and a temperature of 0 becomes 1.
void set_normalizer_kind(Scene& scene, const NormalizerKind& kind);
/// Over what weights are normalised; sinks go where it is not over keys.
void set_over(Scene& scene, Over over);
/// A table starts with zeros.
void set_position_kind(Scene& scene, const PositionKind& kind);
/// Weighted heads start as their mean, projections as identities (or as the slices of w_o).
void set_combine_kind(Scene& scene, const CombineKind& kind);

/// A mask of this kind that fits: all keys valid, all pairs allowed, a radius or a prefix of 1, a
/// stride of 2, two segments, edges between neighbours.
Mask new_mask(const Scene& scene, const MaskKind& kind);
void add_mask(Scene& scene, const MaskKind& kind);
void remove_mask(Scene& scene, std::size_t n);

/// Lets query i see key j, or hides it: paints the last custom mask, or a new one. Where another
/// mask hides the key it stays hidden.
void paint_mask(Scene& scene, Index i, Index j, bool is_allowed);

}  // namespace attn
