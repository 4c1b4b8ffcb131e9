#pragma once

#include <string>
#include <vector>

#include "app/figure/diagram/diagram.h"

namespace attn {

/// A name for a point, to stand beside it.
struct PointLabel {
  Point at;
  double gap = 8;    ///< from the point to the text
  std::string text;  ///< with formulas
  Type type = Type::small;
  Paint paint{};
  bool is_needed = false;           ///< stands in any case, as well as it can
  Point side{1, 0};                 ///< of the point, where it stands at best
  TextRole role = TextRole::words;  ///< of one that is needed: others may be missing in any case
};

struct PlacedLabels {
  int count = 0;               ///< that stand
  bool has_all_needed = true;  ///< and can be read, on no other
};

/// Puts labels beside their points, the first ones first: inside of `room`, on no other label and
/// on nothing of `taken`. One that finds no such place around its point is left out, unless it is
/// needed.
PlacedLabels add_point_labels(Diagram& diagram, const Ruler& ruler,
                              const std::vector<PointLabel>& labels, const Rect& room,
                              const std::vector<Rect>& taken);

}  // namespace attn
