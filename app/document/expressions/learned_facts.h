#pragma once

#include <vector>

#include "engine/base/matrix.h"
#include "engine/train/habits.h"

namespace attn {

/// What a network has learned, on sequences that it is not trained with.
struct LearnedFacts {
  Index steps = 0;
  double loss = 0;                 ///< mean of a place that wants something
  double accuracy = 0;             ///< 0…1
  double chance = 0;               ///< the accuracy of answers that look at no token
  std::vector<HeadHabits> habits;  ///< of each head of each layer
};

}  // namespace attn
