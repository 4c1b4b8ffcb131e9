#pragma once

#include <optional>
#include <string>

#include "app/document/lessons/lesson_scenes.h"

namespace attn {

/// How far a goal is, by a number that it asks for.
struct GoalDistance {
  double share = 0;       ///< of the way that is gone, 0…1
  std::string now, mark;  ///< "0.88" and "of 0.99"
};

/// How a goal stands.
struct GoalState {
  bool holds = false;
  /// Of its first condition that does not hold and compares numbers; none where no condition does.
  std::optional<GoalDistance> distance;
  /// Whether a condition that held before anything was done does not hold any more.
  bool has_spoiled = false;
};

/// How it stands in `now`, where it began with `before`.
GoalState state_of(const LessonGoal& goal, const Facts& now, const Facts& before);

}  // namespace attn
