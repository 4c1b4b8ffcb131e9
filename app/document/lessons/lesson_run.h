#pragma once

#include <string_view>

#include "app/document/expressions/learned_facts.h"
#include "app/document/lessons/lesson_budget.h"
#include "engine/tasks/task.h"
#include "engine/train/trainer.h"

namespace attn {

/// What a network is trained for in a step of a lesson: the step shows it in place of the scene.
struct LessonRun {
  const LearningTask* task = nullptr;
  Sizes sizes{};
  TrainingSettings settings{};
  Index steps = 0;
  int line = 0;
};

/// Whether they have the same outcome.
bool is_same_run(const LessonRun& a, const LessonRun& b);

/// Lines "task reverse", "steps 300"; sizes, rate, decay and batch are those by which the task is
/// learned, where nothing is said of them. Throws LessonError with the line.
LessonRun parse_run(std::string_view text, int line);

/// What it knows at the start, and in the end. One seed gives the same on one machine.
struct LessonLearning {
  LearnedFacts before, after;
};
/// Throws LessonError where the network can't learn, and what the budget does.
LessonLearning learned_by(const LessonRun& run, LessonBudget& budget);

}  // namespace attn
