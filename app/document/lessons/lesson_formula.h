#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/expressions/lesson_value.h"

namespace attn {

// Formulas in lessons are TeX, in which braces are TeX's own: a number of the scene stands there as
// \val{expression}, with all that {expression} may hold among words.

/// Throws LessonError where it is none; its line is counted from the formula's first, which is 1.
void require_formula(std::string_view tex);

/// With its numbers as things were, or with "now:" are: TeX for read_formula(). What can't be said
/// is "—".
std::string fill_formula(std::string_view tex, const Facts& facts);

/// Throws LessonError where a number can't be said, or what is written is not what it is.
void require_formula_said(std::string_view tex, const Facts& facts);

/// What its terms light, "weights/Book/Reads", as links in a text do.
std::vector<std::string> lights_of_formula(std::string_view tex);

}  // namespace attn
