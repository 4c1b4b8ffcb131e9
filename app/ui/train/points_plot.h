#pragma once

#include <optional>

#include "app/ui/toolkit/widgets.h"
#include "engine/tasks/task.h"

namespace attn::ui {

/// A sequence of points, and what is said of the one that is asked for.
struct ShownPoints {
  const Example& sequence;
  std::optional<float> said = {};  ///< of the last one's y
  Index query = -1, key = -1;      ///< those that are lit
};

/// Where points stand.
struct PointsPlane {
  Box box;
  float wide, high;  ///< x and y at the edges
  ImVec2 at(float x, float y) const {
    return {(box.min.x + box.max.x) / 2 + box.width() / 2 * x / wide,
            (box.min.y + box.max.y) / 2 - box.height() / 2 * y / high};
  }
};
/// Draws them: a faint line through 0 on which the wanted one lies, which is a ring, and what was
/// said, a full disc.
PointsPlane points_plot(Ui& ui, const Box& box, const ShownPoints& shown);

}  // namespace attn::ui
