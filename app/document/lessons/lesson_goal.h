#pragma once

#include <optional>
#include <string>

#include "app/document/lessons/lesson_scene.h"

namespace attn {

/// Progress towards a goal, by a number in its condition.
struct GoalDistance {
  double share = 0;       ///< share of the way, 0…1
  std::string now, mark;  ///< "0.88" and "of 0.99"
};

/// State of a goal.
struct GoalState {
  bool holds = false;
  /// Distance of the first violated condition that compares numbers; empty if there is none.
  std::optional<GoalDistance> distance;
  /// A condition that held at the start no longer holds.
  bool has_spoiled = false;
};

/// State of a goal for `now`, if its step started with `before`.
GoalState state_of(const LessonGoal& goal, const Facts& now, const Facts& before);

}  // namespace attn
