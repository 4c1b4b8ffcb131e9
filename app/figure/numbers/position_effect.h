#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/document/view/view_state.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// What positions do to one head: what the engine computes of the scene with and without them. A
/// scene that has none is given sinusoidal ones.
struct PositionEffect {
  const PositionKind* kind = nullptr;  ///< of "with"
  std::shared_ptr<const HeadTrace> without, with;
  /// Score of the same query and key at each distance j − i from first_distance on, before masks
  /// and bias; and without positions, where distance doesn't matter.
  Index first_distance = 0;
  std::vector<double> scores;
  double score_without = 0;
  std::string problem;  ///< why there is none of it, in words; empty: there is
};

/// For the query and key of `pair`. In a LaterScope it may throw MadeLater. The shared parts of the
/// evaluation stay as long as the effect.
PositionEffect position_effect(const std::shared_ptr<const Evaluation>& evaluation, Index head,
                               Cell pair);

}  // namespace attn
