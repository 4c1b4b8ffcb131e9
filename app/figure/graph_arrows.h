#pragma once

#include <vector>

#include "app/figure/view_input.h"

namespace attn {

/// One weight as an arrow.
struct GraphArrow {
  Cell cell;
  double weight = 0;
};

/// The arrows of a head that are worth drawing, the weakest first: of few tokens all that can be
/// seen, of more each query's strongest up to the share of the mass that the links of the heads
/// show, of very many only those of `query`.
std::vector<GraphArrow> graph_arrows(const Matrix& weights, Index query, double share);

/// Whether graph_arrows leaves the other queries out.
bool shows_one_query(const Matrix& weights);

/// From one place to the other, ending `from_gap` and `to_gap` before their middles; bent to the
/// right of its way by `bend` of its length.
std::vector<Point> bent_line(Point from, Point to, double from_gap, double to_gap, double bend);

}  // namespace attn
