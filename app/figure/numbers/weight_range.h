#pragma once

#include <algorithm>
#include <initializer_list>

#include "engine/attention/weight_bounds.h"
#include "engine/base/matrix.h"
#include "engine/color/colormap.h"

namespace attn {

/// What the colours of a head's weights range over: 0 to 1 as long as all are shares of a whole,
/// else as far as those in `weights` go, below 0 too where a weight may be.
inline ColorRange weight_range(const WeightBounds& bounds,
                               std::initializer_list<const Matrix*> weights) {
  if (bounds.is_unit()) return {0, 1};
  float most = 1;
  for (const Matrix* one : weights) most = std::max(most, one->cwiseAbs().maxCoeff());
  return {bounds.may_be_negative ? -most : 0, most};
}

}  // namespace attn
