#pragma once

#include <optional>

#include "app/figure/numbers/strongest_keys.h"
#include "app/figure/numbers/view_input.h"

namespace attn {

/// The keys that are linked with a query in a room so wide: the strongest that hold `share` of the
/// row's sum, and of which each has its name.
StrongestKeys linked_keys(const Matrix& weights, Index query, double share, double width);

/// What the shown query of the shown head attends to, in `room`: the keys in a line above, the
/// queries in one below, and between them links as wide as the weights, those of linked_keys(); a
/// linked token has its name, and what is left out is said. The shown key's link stands out, and
/// says its weight.
/// Targets: "heads.keys", "heads.queries" (the lines of tokens) and "heads.links".
void add_head_links(Diagram& diagram, const ViewInput& input, Rect room);

/// What names need of the height of a room so wide, beyond a line of them above and one below: on
/// paper they are turned upwards where they have no room side by side.
double turned_names_height(const ViewInput& input, double width);

/// The key whose link is at `place` where lines of tokens stand in `keys` and `queries`.
std::optional<Index> link_at(const Matrix& weights, Index query, double share, const Rect& keys,
                             const Rect& queries, Point place);

/// Which of `count` tokens in a line is at `x`.
Index token_at(const Rect& line, Index count, double x);

}  // namespace attn
