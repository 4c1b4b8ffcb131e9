#pragma once

#include <limits>
#include <string>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "app/figure/numbers/strongest_keys.h"
#include "app/figure/numbers/view_input.h"

namespace attn {

/// Positions and radius of the nodes of a graph in its field.
class GraphField {
 protected:
  GraphField(const ViewInput& input, const Rect& field);

  const Scene& scene() const { return input_.scene(); }
  Index key_count() const { return scene().key_count(); }
  /// The node of query i.
  std::size_t node_of_query(Index i) const {
    return static_cast<std::size_t>(scene().queries ? key_count() + i : i);
  }
  std::string name(std::size_t n) const;
  bool has_names_inside() const;
  double loop_radius() const;  ///< radius of a loop from a node to itself

  const ViewInput& input_;
  Rect field_;
  Chart chart_;
  double radius_ = 0;
  std::vector<Point> nodes_;

 private:
  double gap() const;
  double radius_for(std::size_t count) const;
  Point into_field(Point p) const;
};

/// A weight as an arrow.
struct GraphArrow {
  Cell cell;
  double weight = 0;
};

/// Up to this number of tokens, every visible weight is shown.
inline constexpr Index kFewTokens = 16;

/// Arrows, the weakest first, and their share of all weights of the queries that have arrows.
struct GraphArrows {
  std::vector<GraphArrow> arrows;
  DrawnShare drawn;
};

/// Selects the arrows of a head that are drawn. With few tokens: all visible weights. With more:
/// the strongest of each query up to `share` of its mass, three at most. With very many, or if
/// `alone`: only those of `query`, `most` of them. Equal weights are kept or dropped together.
GraphArrows graph_arrows(const Matrix& weights, Index query, double share,
                         std::size_t most = std::numeric_limits<std::size_t>::max(),
                         bool alone = false);

/// Returns whether graph_arrows always drops the other queries.
bool shows_one_query(const Matrix& weights);

/// A curve from `from` to `to` that ends `from_gap` and `to_gap` before their centres, bent to the
/// right by `bend` of its length.
std::vector<Point> bent_line(Point from, Point to, double from_gap, double to_gap, double bend);

}  // namespace attn
