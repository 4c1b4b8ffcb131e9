#pragma once

#include <optional>

#include "app/figure/numbers/strongest_keys.h"
#include "app/figure/numbers/view_input.h"

namespace attn {

/// Keys that are linked with a query at this width: the strongest that hold `share` of the row's
/// sum, limited to those whose labels fit.
StrongestKeys linked_keys(const Matrix& weights, Index query, double share, double width);

/// Draws the attention of the shown query of the shown head in `room`: keys in a line above,
/// queries in a line below, links between them with width by weight (see linked_keys()). Linked
/// tokens have labels, and a text states the omitted share. The link of the shown key is
/// highlighted and labelled with its weight. Targets: "heads.keys", "heads.queries" (the lines of
/// tokens) and "heads.links".
void add_head_links(Diagram& diagram, const ViewInput& input, Rect room);

/// Additional height for names at this width, beyond one line above and one below: on paper, names
/// that do not fit side by side are rotated.
double turned_names_height(const ViewInput& input, double width);

/// Key whose link lies at `place`, with the lines of tokens in `keys` and `queries`.
std::optional<Index> link_at(const Matrix& weights, Index query, double share, const Rect& keys,
                             const Rect& queries, Point place);

/// Index of the token at `x` among `count` tokens in a line.
Index token_at(const Rect& line, Index count, double x);

}  // namespace attn
