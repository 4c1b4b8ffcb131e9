#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "app/document/expressions/lesson_value.h"
#include "app/document/lessons/lesson.h"
#include "app/document/lessons/lesson_budget.h"

namespace attn {

/// What the scene is in the course of a step.
struct StepScenes {
  Evaluation start;
  Evaluation shown;                          ///< once the prediction is answered
  std::vector<Evaluation> reached;           ///< each goal, by the lesson's own solution
  std::optional<LessonLearning> learning{};  ///< where a network learns

  /// What goal n begins with.
  const Evaluation& before(std::size_t n) const { return n == 0 ? shown : reached[n - 1]; }
  const Evaluation& end() const { return before(reached.size()); }

  /// The facts of `now`: before the network learns, or once it did.
  Facts untrained(const Evaluation& now, Reading* reading = nullptr) const {
    return facts(now, reading, learning ? &learning->before : nullptr);
  }
  Facts trained(const Evaluation& now, Reading* reading = nullptr) const {
    return facts(now, reading, learning ? &learning->after : nullptr);
  }

 private:
  Facts facts(const Evaluation& now, Reading* reading, const LearnedFacts* learned) const {
    return {.now = now,
            .start = start,
            .reading = reading,
            .learned = learned,
            .learned_at_start = learning ? &learning->before : nullptr};
  }
};

/// The scenes of all steps: each begins with what the one before ended with, and each goal with
/// what the one before it was reached by. What a step's view hides is locked, too, and both end
/// with it, or with its prediction. A stage shows the first of its views, where the view names none
/// of them. Throws LessonError with a line, and what the budget does.
std::vector<StepScenes> scenes_of(const Lesson& lesson, LessonBudget& budget);

/// Scene and trace together. Throws SceneError.
Evaluation evaluated(Scene scene);

/// Whether all conditions hold; one that can't be told does not.
bool hold(const std::vector<LessonCondition>& conditions, const Facts& facts);

}  // namespace attn
