#pragma once

#include <string_view>

#include "app/document/expressions/lesson_value.h"
#include "app/document/lessons/lesson_budget.h"
#include "engine/tasks/task.h"
#include "engine/train/trainer.h"

namespace attn {

/// Training run of a lesson step, which shows the network in place of the scene.
struct LessonRun {
  const LearningTask* task = nullptr;
  Sizes sizes{};
  TrainingSettings settings{};
  Index steps = 0;
  Index sequence = 0;  ///< of the test set, shown first
  int line = 0;
};

/// Returns whether the runs `a` and `b` have equal results.
bool is_same_run(const LessonRun& a, const LessonRun& b);

/// Parses lines such as "task reverse", "steps 300"; default sizes, rate, decay and batch are those
/// of the task. Throws LessonError with the line.
LessonRun parse_run(std::string_view text, int line);

/// Results at the start and at the end. Deterministic for a seed on one machine.
struct LessonLearning {
  LearnedFacts before, after;
};
/// Trains the network. Throws LessonError if this is impossible, and the budget's errors.
LessonLearning learned_by(const LessonRun& run, LessonBudget& budget);

}  // namespace attn
