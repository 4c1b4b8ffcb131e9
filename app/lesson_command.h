#pragma once

#include <string>
#include <vector>

#include "app/document/lessons/lesson_check.h"

namespace attn {

struct LessonCheckOptions {
  std::vector<std::string> files;
  bool is_strict = false;  ///< numbers in the text that nothing checks are wrong, too
};

/// `attentoscope lesson check FILE…`: tells on standard error, a line for each, what is wrong with
/// the lessons; nothing where all is well. Throws Failure with the last of the lines.
void check_lessons(const LessonCheckOptions& options, const LessonVocabulary& vocabulary);

}  // namespace attn
