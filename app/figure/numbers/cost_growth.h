#pragma once

#include <memory>
#include <vector>

#include "engine/reference/cost.h"

namespace attn {

/// Cost of the scene with this number of tokens, by the cheaper order; and of full attention:
/// without masks and shared keys, pair by pair.
struct GrowthPoint {
  Index tokens = 0;
  double multiplications = 0, full_multiplications = 0;
  double one_more = 0;
  double kept = 0, full_kept = 0;
};

struct CostGrowth {
  std::shared_ptr<const Cost> cost;  ///< cost of the scene as it is
  /// From 1 token in even logarithmic steps, beyond the scene's own number.
  std::vector<GrowthPoint> points;
};

/// Cached for the last scene.
std::shared_ptr<const CostGrowth> cost_growth(const Scene& scene);

}  // namespace attn
