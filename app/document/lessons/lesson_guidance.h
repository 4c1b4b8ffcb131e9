#pragma once

#include <vector>

#include "app/document/lessons/lesson_check.h"

namespace attn {

/// What a lesson leaves out that a learner is guided by: a stage for each step; for each goal its
/// task (do:), a hint, and closing words (after). And where the words of answers, which are plain
/// but for numbers and formulas, are written as though they could be emphasized.
std::vector<LessonProblem> missing_guidance(const Lesson& lesson);

}  // namespace attn
