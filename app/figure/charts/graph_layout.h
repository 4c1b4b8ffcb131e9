#pragma once

#include <utility>
#include <vector>

#include "app/document/view/view_options.h"
#include "app/figure/diagram/diagram.h"
#include "engine/attention/scene.h"

namespace attn {

/// Nodes on a circle, from the top on, clockwise.
std::vector<Point> circle_layout(std::size_t count);

/// Nodes as far from one another as edges lie between them, as well as the plane allows (stress
/// majorization, Gansner et al. 2004, from classical scaling). The same edges have the same layout;
/// of the latest edges it is remembered.
std::vector<Point> stress_layout(std::size_t count, const std::vector<std::pair<int, int>>& edges);

/// Where the nodes stand, y upwards, in a square from 0 to 1: those that were dragged where they
/// were left, those of a graph mask by its edges, others on a circle. In cross-attention the tokens
/// come first, in a column at the left, then the queries at the right.
std::vector<Point> graph_nodes(const Scene& scene, const ViewOptions::Graph& options);

}  // namespace attn
