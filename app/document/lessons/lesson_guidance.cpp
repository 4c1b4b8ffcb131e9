#include "app/document/lessons/lesson_guidance.h"

namespace attn {

std::vector<LessonProblem> missing_guidance(const Lesson& lesson) {
  std::vector<LessonProblem> problems;
  const auto need = [&](bool has, int line, const char* what) {
    if (!has) problems.push_back({line, what});
  };
  for (const LessonStep& step : lesson.steps) {
    need(step.stage.has_value(), step.line, "the step has no stage: it shows the whole window");
    for (const LessonGoal& goal : step.goals) {
      need(!goal.task.empty(), goal.line, "the goal has no do: that says what is to be done");
      need(!goal.hint.empty(), goal.line, "the goal has no hint");
      need(!goal.after.empty(), goal.line, "the goal has no closing words, after");
    }
  }
  return problems;
}

}  // namespace attn
