#pragma once

#include <vector>

#include "app/document/expressions/lesson_value.h"
#include "app/document/lessons/lesson.h"
#include "app/document/lessons/lesson_budget.h"

namespace attn {

/// What the scene is in the course of a step.
struct StepScenes {
  Evaluation start;
  Evaluation shown;   ///< once the prediction is answered
  Evaluation solved;  ///< by the lesson's own solution
};

/// The scenes of all steps: each begins with what the one before was solved to. What a step's view
/// hides is locked, too, and both end with it, or with its prediction. Throws LessonError with a
/// line, and what the budget does.
std::vector<StepScenes> scenes_of(const Lesson& lesson, LessonBudget& budget);

/// Scene and trace together. Throws SceneError.
Evaluation evaluated(Scene scene);

/// Whether all conditions hold; one that can't be told does not.
bool hold(const std::vector<LessonCondition>& conditions, const Facts& facts);

}  // namespace attn
