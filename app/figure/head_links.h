#pragma once

#include <optional>
#include <vector>

#include "app/figure/view_input.h"

namespace attn {

/// The keys of row `query` of `weights` (M x L), strongest first, as few as hold `share` of the
/// row's sum; at least one where the row sees a key.
std::vector<Index> strongest_keys(const Matrix& weights, Index query, double share);

/// What the shown query of the shown head attends to, in `room`: the keys in a line above, the
/// queries in one below, and between them links as wide as the weights, the strongest up to the
/// chosen share of the mass. The shown key's link stands out, and says its weight.
/// Targets: "heads.keys", "heads.queries" (the lines of tokens) and "heads.links".
void add_head_links(Diagram& diagram, const ViewInput& input, Rect room);

/// The key whose link is at `place` where lines of tokens stand in `keys` and `queries`.
std::optional<Index> link_at(const Matrix& weights, Index query, double share, const Rect& keys,
                             const Rect& queries, Point place);

/// Which of `count` tokens in a line is at `x`.
Index token_at(const Rect& line, Index count, double x);

}  // namespace attn
