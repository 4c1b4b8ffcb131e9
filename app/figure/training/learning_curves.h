#pragma once

#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// How well a network did at a step.
struct LearningPoint {
  Index step = 0;
  double loss = 0;      ///< mean of −ln p of what is wanted, or of squares
  double accuracy = 0;  ///< share of the answers that are right
};

/// A run of training: of each step the batch that it learned from, as the network was before it,
/// and of some the network after it, on sequences that it does not learn from.
struct LearningCurves {
  std::vector<LearningPoint> training, test;
  bool has_accuracy = true;  ///< false where numbers are wanted: no answer is right
};

}  // namespace attn
