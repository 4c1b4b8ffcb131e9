#include "app/document/lessons/lesson_guidance.h"

#include <algorithm>
#include <string_view>

namespace attn {
namespace {

/// Whether there is *emphasis* or `code` in words that have none, beside expressions and formulas.
bool has_markup(std::string_view words) {
  int depth = 0;
  bool is_formula = false;
  for (const char c : words) {
    if (c == '{') ++depth;
    if (c == '}') --depth;
    if (c == '$') is_formula = !is_formula;
    if (depth == 0 && !is_formula && (c == '*' || c == '`')) return true;
  }
  return false;
}

bool has_markup(const Prediction& prediction) {
  return has_markup(prediction.right) || has_markup(prediction.wrong) ||
         std::ranges::any_of(prediction.options, [](const Prediction::Option& option) {
           return has_markup(option.label) || has_markup(option.words);
         });
}

}  // namespace

std::vector<LessonProblem> missing_guidance(const Lesson& lesson) {
  std::vector<LessonProblem> problems;
  const auto need = [&](bool has, int line, const char* what) {
    if (!has) problems.push_back({line, what});
  };
  for (const LessonStep& step : lesson.steps) {
    need(step.stage || step.run, step.line, "the step has no stage: it shows the whole window");
    if (step.prediction) {
      need(!has_markup(*step.prediction), step.prediction->line,
           "answers and the words for them are shown with their * and `: they have no emphasis");
    }
    for (const LessonGoal& goal : step.goals) {
      need(!goal.task.empty(), goal.line, "the goal has no do: that says what is to be done");
      need(!goal.hint.empty(), goal.line, "the goal has no hint");
      need(!goal.after.empty(), goal.line, "the goal has no closing words, after");
    }
  }
  return problems;
}

}  // namespace attn
