#pragma once

#include <string>
#include <vector>

#include "app/figure/diagram/diagram.h"

namespace attn {

/// Label of a point.
struct PointLabel {
  Point at;
  double gap = 8;    ///< distance between point and text
  std::string text;  ///< may contain formulas
  Type type = Type::small;
  Paint paint{};
  bool is_needed = false;           ///< always placed, even if it covers other marks
  Point side{1, 0};                 ///< preferred direction from the point
  TextRole role = TextRole::words;  ///< for needed labels; other labels may always be dropped
};

struct PlacedLabels {
  int count = 0;               ///< number of placed labels
  bool has_all_needed = true;  ///< and readable, without overlap
};

/// Places labels next to their points in order, inside `room`, without covering other labels or
/// `taken`. A label without a free place is dropped, unless it is needed.
PlacedLabels add_point_labels(Diagram& diagram, const Ruler& ruler,
                              const std::vector<PointLabel>& labels, const Rect& room,
                              const std::vector<Rect>& taken);

}  // namespace attn
