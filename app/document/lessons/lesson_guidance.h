#pragma once

#include <vector>

#include "app/document/lessons/lesson_check.h"

namespace attn {

/// What a lesson leaves out that a learner is guided by: a stage for each step; for each goal its
/// task (do:), a hint, and closing words (after).
std::vector<LessonProblem> missing_guidance(const Lesson& lesson);

}  // namespace attn
