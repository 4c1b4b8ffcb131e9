#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/document/view/view_state.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// Effect of positions on a head: results of the scene with and without them. A scene without
/// positions gets sinusoidal ones.
struct PositionEffect {
  const PositionKind* kind = nullptr;  ///< kind of "with"
  std::shared_ptr<const HeadTrace> without, with;
  /// Score of the same query and key at each distance j − i from first_distance on, before masks
  /// and bias; and without positions, where distance is irrelevant.
  Index first_distance = 0;
  std::vector<double> scores;
  double score_without = 0;
  std::string problem;  ///< reason in words why there is no effect; else empty
};

/// Effect for the query and key of `pair`. In a LaterScope it may throw MadeLater. Shared parts of
/// the evaluation live as long as the effect.
PositionEffect position_effect(const std::shared_ptr<const Evaluation>& evaluation, Index head,
                               Cell pair);

}  // namespace attn
