#pragma once

#include <optional>

#include "app/ui/toolkit/widgets.h"
#include "engine/tasks/task.h"

namespace attn::ui {

/// Sequence of points with the prediction for the query point.
struct ShownPoints {
  const Example& sequence;
  std::optional<float> said = {};  ///< predicted y of the last point
  Index query = -1, key = -1;      ///< highlighted points
};

/// Mapping from points to pixels.
struct PointsPlane {
  Box box;
  float wide, high;  ///< x and y at the edges
  ImVec2 at(float x, float y) const {
    return {(box.min.x + box.max.x) / 2 + box.width() / 2 * x / wide,
            (box.min.y + box.max.y) / 2 - box.height() / 2 * y / high};
  }
};
/// Draws the points: a faint line through 0 with the target as ring on it, and the prediction as
/// disc.
PointsPlane points_plot(Ui& ui, const Box& box, const ShownPoints& shown);

}  // namespace attn::ui
