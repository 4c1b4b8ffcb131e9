#pragma once

#include <limits>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "app/figure/numbers/strongest_keys.h"
#include "engine/attention/trace.h"

namespace attn {

/// A weight as an arrow.
struct GraphArrow {
  Cell cell;
  double weight = 0;
};

/// Arrows, the weakest first, and their share of all weights of the queries that have arrows.
struct GraphArrows {
  std::vector<GraphArrow> arrows;
  DrawnShare drawn;
};

/// Selects the arrows of a head that are drawn. With up to 16 tokens: all visible weights. With
/// more: the strongest of each query up to `share` of its mass, three at most. With very many, or
/// if `alone`: only those of `query`, `most` of them. Equal weights are kept or dropped together.
GraphArrows graph_arrows(const Matrix& weights, Index query, double share,
                         std::size_t most = std::numeric_limits<std::size_t>::max(),
                         bool alone = false);

/// Returns whether graph_arrows always drops the other queries.
bool shows_one_query(const Matrix& weights);

/// A curve from `from` to `to` that ends `from_gap` and `to_gap` before their centres, bent to the
/// right by `bend` of its length.
std::vector<Point> bent_line(Point from, Point to, double from_gap, double to_gap, double bend);

}  // namespace attn
