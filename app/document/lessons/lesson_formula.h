#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/expressions/lesson_value.h"

namespace attn {

// Formulas in lessons are TeX, where braces have their own meaning: a number of the scene is
// written \val{expression}, with everything that {expression} may contain in text.

/// Throws LessonError if the formula is invalid; lines are counted from 1 at its first line.
void require_formula(std::string_view tex);

/// Inserts the numbers, at the step's start or, with "now:", current: TeX for read_formula().
/// Undetermined numbers are "—".
std::string fill_formula(std::string_view tex, const Facts& facts);

/// Throws LessonError if a number is undetermined, or differs from the written one.
void require_formula_said(std::string_view tex, const Facts& facts);

/// Highlighted targets of its terms, "weights/Book/Reads", like links in a text.
std::vector<std::string> lights_of_formula(std::string_view tex);

}  // namespace attn
