#pragma once

#include <limits>
#include <vector>

#include "app/figure/numbers/strongest_keys.h"
#include "app/figure/numbers/view_input.h"

namespace attn {

/// One weight as an arrow.
struct GraphArrow {
  Cell cell;
  double weight = 0;
};

/// Of that many tokens every weight is shown that can be seen.
inline constexpr Index kFewTokens = 16;

/// Arrows, the weakest first, and what part they are of the weights of the queries that have some.
struct GraphArrows {
  std::vector<GraphArrow> arrows;
  DrawnShare drawn;
};

/// The arrows of a head that are worth drawing: of few tokens all that can be seen, of more also
/// each query's strongest: up to the share of the mass that the links of the heads show, three at
/// most; of very many, or where it is to be `alone`, only those of `query`, `most` of them. Equal
/// weights stand or fall together.
GraphArrows graph_arrows(const Matrix& weights, Index query, double share,
                         std::size_t most = std::numeric_limits<std::size_t>::max(),
                         bool alone = false);

/// Whether graph_arrows leaves the other queries out in any case.
bool shows_one_query(const Matrix& weights);

/// From one place to the other, ending `from_gap` and `to_gap` before their middles; bent to the
/// right of its way by `bend` of its length.
std::vector<Point> bent_line(Point from, Point to, double from_gap, double to_gap, double bend);

}  // namespace attn
