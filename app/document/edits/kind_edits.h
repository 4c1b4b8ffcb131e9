#pragma once

#include <cstddef>

#include "engine/attention/scene.h"

namespace attn {

// Changes of a kind, with parameters that fit the scene. Common parameters stay, and so does the
// result if the new kind can express it. They keep a scene valid, or throw SceneError (if no
// parameters fit) and leave it unchanged.

/// If w_a connected queries and keys of different widths, w_q absorbs it. Given scores start with
/// the heads' previous scores, without bias and masks, which stay.
void set_score_kind(Scene& scene, const ScoreKind& kind);
/// Removes sinks and decay if the normalizer does not support them, and a temperature of 0 becomes
/// 1.
void set_normalizer_kind(Scene& scene, const NormalizerKind& kind);
/// Sets the axis of normalisation; removes sinks if it is not over keys.
void set_over(Scene& scene, Over over);
/// A new table is 0.
void set_position_kind(Scene& scene, const PositionKind& kind);
/// Weighted heads start with their mean, projections with identities (or the slices of w_o).
void set_combine_kind(Scene& scene, const CombineKind& kind);

/// New mask of this kind that fits: all keys valid, all pairs allowed, a radius or prefix of 1, a
/// stride of 2, two segments, edges between neighbours.
Mask new_mask(const Scene& scene, const MaskKind& kind);
void add_mask(Scene& scene, const MaskKind& kind);
void remove_mask(Scene& scene, std::size_t n);

/// Shows or hides key j for query i: edits the last custom mask, or a new one. If another mask
/// hides the key it stays hidden.
void paint_mask(Scene& scene, Index i, Index j, bool is_allowed);

/// The last graph mask, the one that is edited; null if there is none.
const Mask* graph_mask(const Scene& scene);

bool has_edge(const Mask& mask, Index receiver, Index sender);

/// Returns whether every edge has a reverse edge, as in a molecule or a road map.
bool is_symmetric_graph(const Mask& mask);

/// Toggles an edge of the last graph mask; with `both_ways` also the reverse edge, if its nodes
/// exist, so that both are present or absent. Does nothing without a graph mask.
void toggle_edge(Scene& scene, Index receiver, Index sender, bool both_ways);

}  // namespace attn
