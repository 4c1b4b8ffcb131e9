#pragma once

#include "app/figure/numbers/view_input.h"

namespace attn {

/// Links in the plane hold that part of a query's weights, and are no more than that.
inline constexpr double kMassOfPlaneLinks = 0.98;
inline constexpr std::size_t kMostPlaneLinks = 12;

// Attention as points and arrows in two dimensions: at the left one space, at the right, where
// there is room, the values with the hull of those that the query sees, and its output between
// them. Charts: "plane.S" for the space S. Targets: "plane.S.token[j]" and "plane.S.query[i]".

/// S "inputs": the embeddings, positions added.
Diagram plane_diagram(const ViewInput& input);
/// S "keys": queries and keys, as arrows from 0.
Diagram plane_keys_diagram(const ViewInput& input);
/// S "values": the values and outputs alone.
Diagram plane_values_diagram(const ViewInput& input);

}  // namespace attn
