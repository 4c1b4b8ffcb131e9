#pragma once

#include <string_view>
#include <vector>

#include "app/document/lessons/lesson.h"
#include "app/document/lessons/lesson_check.h"

namespace attn {

/// Lists unchecked numbers in a lesson's text: those outside braces, except references ("lesson 4",
/// "Bahdanau et al. 2015, eq. 5", "§3.2") and numbers of the step's own goal. Wrong answers and
/// titles are exempt.
std::vector<LessonProblem> unchecked_numbers(const Lesson& lesson);

/// Positions of the numbers in `text` outside braces and \val{…}: digits with a decimal point,
/// except in names ("k1"), in a formula's index or power, and in references.
struct NumberPlace {
  std::size_t at = 0, size = 0;
};
std::vector<NumberPlace> bare_numbers(std::string_view text);

}  // namespace attn
