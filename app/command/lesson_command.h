#pragma once

#include <string>
#include <vector>

#include "app/document/lessons/lesson_check.h"

namespace attn {

struct LessonCheckOptions {
  std::vector<std::string> files;
  bool is_strict = false;  ///< also reports unchecked numbers in the text
};

struct LessonNotesOptions {
  std::string lesson, out;
};

/// `attentoscope lesson notes FILE --out FILE.html`: writes the lesson's notes for the speaker.
/// Throws Failure, with the line of the lesson's mistake.
void write_lesson_notes(const LessonNotesOptions& options, const LessonVocabulary& vocabulary);

/// Throws Failure if the lesson at `path`, a file or a folder, cannot be opened, or has no step
/// with this number, counted from 1.
void require_lesson(const std::string& path, int step, const LessonVocabulary& vocabulary);

/// `attentoscope lesson check FILE…`: reports the errors of the lessons on standard error, one per
/// line. If there are errors, throws Failure with the last line.
void check_lessons(const LessonCheckOptions& options, const LessonVocabulary& vocabulary);

}  // namespace attn
