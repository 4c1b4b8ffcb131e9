#pragma once

#include <vector>

#include "engine/base/matrix.h"
#include "engine/train/habits.h"

namespace attn {

/// Results of a network on test sequences.
struct LearnedFacts {
  Index steps = 0;
  double loss = 0;                 ///< mean over places with a target
  double accuracy = 0;             ///< 0…1
  double chance = 0;               ///< accuracy of answers that ignore the tokens
  std::vector<HeadHabits> habits;  ///< of each head of each layer
};

}  // namespace attn
