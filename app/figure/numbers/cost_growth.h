#pragma once

#include <memory>
#include <vector>

#include "engine/reference/cost.h"

namespace attn {

/// What a scene would cost with so many tokens, the cheaper way; and full attention: the same
/// without masks and shared keys, pair by pair.
struct GrowthPoint {
  Index tokens = 0;
  double multiplications = 0, full_multiplications = 0;
  double one_more = 0;
  double kept = 0, full_kept = 0;
};

struct CostGrowth {
  std::shared_ptr<const Cost> cost;  ///< of the scene as it is
  /// From 1 token up in even steps of the logarithm, beyond the scene's own.
  std::vector<GrowthPoint> points;
};

/// The last result is kept: for the same scene it is made once.
std::shared_ptr<const CostGrowth> cost_growth(const Scene& scene);

}  // namespace attn
