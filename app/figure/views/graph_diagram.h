#pragma once

#include "app/figure/numbers/view_input.h"

namespace attn {

/// The tokens as nodes, and the weights of the selected head as arrows from the key to the query
/// that looks at it, as wide and dark as the weight; beside them the matrix. Edges of a graph mask
/// are seen in any case. In cross-attention the queries are nodes of their own, after the tokens.
/// Chart: "graph". Targets: "graph.node[n]", and as lines "graph.edge[i][j]".
Diagram graph_diagram(const ViewInput& input);

}  // namespace attn
