#pragma once

#include "engine/attention/scene.h"

namespace attn {

/// The last graph mask, the one that is edited; null if there is none.
const Mask* graph_mask(const Scene& scene);

bool has_edge(const Mask& mask, Index receiver, Index sender);

/// Returns whether every edge has a reverse edge, as in a molecule or a road map.
bool goes_both_ways(const Mask& mask);

/// Toggles an edge of the last graph mask; with `both_ways` also the reverse edge, if its nodes
/// exist, so that both are present or absent. Does nothing without a graph mask.
void toggle_edge(Scene& scene, Index receiver, Index sender, bool both_ways);

}  // namespace attn
