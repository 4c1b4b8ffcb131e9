#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "app/figure/text/text.h"
#include "engine/base/matrix.h"

namespace attn {

/// How the labels along one side of a matrix are set, and which of them: smaller where cells are
/// narrow, and only every step-th where even the smallest would overlap.
struct LabelAxis {
  TextStyle style{.size = 14, .weight = PANGO_WEIGHT_MEDIUM};
  double line = 17;  ///< from one label to the next, at least
  Index step = 1;    ///< 1, 2, 5, 10, 20, 50, …

  double cap() const { return cap_height(style); }
  /// The place of label number `label` of those shown, for cells of `cell` units.
  double center(std::size_t label, double cell) const {
    return (static_cast<double>(label) * static_cast<double>(step) + 0.5) * cell;
  }
  /// The room across the line that a label has for itself.
  double slot(double cell) const { return std::max(line, cell * static_cast<double>(step)); }
};

/// The axis for `count` labels whose lines stand `cell` units apart.
LabelAxis fit_axis(double cell, Index count);

/// Those of `words` that `axis` shows, each no longer than `longest`.
std::vector<Text> make_labels(const std::vector<std::string>& words, const LabelAxis& axis,
                              double longest);

/// The width of the widest, 0 of none.
double widest(const std::vector<Text>& labels);

/// The angle at which labels above columns of `cell` units don't touch: level where they fit side
/// by side, else slanted, else upright.
double column_angle(const LabelAxis& axis, const std::vector<Text>& labels, double cell);

inline constexpr double kSlanted = -0.78539816339744831;  ///< −45°, rising to the right
inline constexpr double kUpright = -1.57079632679489662;  ///< −90°

}  // namespace attn
