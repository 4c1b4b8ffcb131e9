#pragma once

#include <string>
#include <vector>

#include "app/figure/diagram/diagram.h"
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

}  // namespace attn
