#pragma once

#include <string>
#include <vector>

#include "app/document/lesson_check.h"

namespace attn {

/// `attentoscope lesson check FILE…`: tells on standard error, a line for each, what is wrong with
/// the lessons; nothing where all is well. Throws Failure with the last of the lines.
void check_lessons(const std::vector<std::string>& files, const LessonVocabulary& vocabulary);

}  // namespace attn
