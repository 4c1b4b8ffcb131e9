#pragma once

#include <string_view>
#include <vector>

#include "app/document/lessons/lesson.h"
#include "app/document/lessons/lesson_check.h"

namespace attn {

/// The numbers in a lesson's words that nothing checks: those outside of braces, but for references
/// ("lesson 4", "Bahdanau et al. 2015, eq. 5", "§3.2") and numbers of the step's own goal. Wrong
/// answers and titles may say what they like.
std::vector<LessonProblem> unchecked_numbers(const Lesson& lesson);

/// Where the numbers of `text` stand that no brace holds, nor \val{…} in a formula: digits with a
/// decimal point, and no part of a name ("k1"), of a formula's index or power, or of a reference.
struct NumberPlace {
  std::size_t at = 0, size = 0;
};
std::vector<NumberPlace> bare_numbers(std::string_view text);

}  // namespace attn
