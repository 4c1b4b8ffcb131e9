#pragma once

#include "app/figure/numbers/view_input.h"

namespace attn {

/// All heads as small multiples on one colour scale, each with the mean entropy of its rows, and
/// with a sink's shares in a column; a bracket over those that share keys says whose. Below,
/// what the selected query of the selected head attends to, as lines as wide as the weights, the
/// strongest up to a share of the mass.
/// Targets: "heads.head[h]", the panel of head h.
Diagram heads_diagram(const ViewInput& input);

/// The same of the heads' outputs, M x dv each, on one symmetric scale, whatever was chosen.
Diagram head_outputs_diagram(const ViewInput& input);

/// −Σ w ln w, the mean of all rows that see a key: nats.
double mean_entropy(const Matrix& weights);

}  // namespace attn
