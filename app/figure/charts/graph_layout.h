#pragma once

#include <utility>
#include <vector>

#include "app/document/view/view_options.h"
#include "app/figure/diagram/diagram.h"
#include "engine/attention/scene.h"

namespace attn {

/// Places nodes so that distances approximate the number of edges between them (stress
/// majorization, Gansner et al. 2004, started from classical scaling). Deterministic; the layout of
/// the latest edges is cached.
std::vector<Point> stress_layout(std::size_t count, const std::vector<std::pair<int, int>>& edges);

/// Positions of the nodes, y upwards, in the unit square: dragged ones as stored, those of a graph
/// mask by its edges, others on a circle. In cross-attention the tokens come first, in a column at
/// the left, then the queries at the right.
std::vector<Point> graph_nodes(const Scene& scene, const ViewOptions::Graph& options);

}  // namespace attn
