#pragma once

#include "engine/attention/scene.h"

namespace attn {

/// The last graph mask, which is the one that is edited; null where the scene has none.
const Mask* graph_mask(const Scene& scene);

bool has_edge(const Mask& mask, Index receiver, Index sender);

/// Whether every edge has one that goes back: the neighbours of a molecule or a road map.
bool goes_both_ways(const Mask& mask);

/// Adds the edge to the last graph mask, or takes it away where it is there; with `both_ways` also
/// the one that goes back, where there are such nodes, so that both are there or none. Without a
/// graph mask nothing happens.
void toggle_edge(Scene& scene, Index receiver, Index sender, bool both_ways);

}  // namespace attn
