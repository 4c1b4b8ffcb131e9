#pragma once

#include <string>
#include <vector>

#include "app/document/lessons/lesson_check.h"

namespace attn {

struct LessonCheckOptions {
  std::vector<std::string> files;
  bool is_strict = false;  ///< numbers in the text that nothing checks are wrong, too
};

struct LessonNotesOptions {
  std::string lesson, out;
};

/// `attentoscope lesson notes FILE --out FILE.html`: writes the lesson's notes for the speaker.
/// Throws Failure, with the line of the lesson's mistake.
void write_lesson_notes(const LessonNotesOptions& options, const LessonVocabulary& vocabulary);

/// Throws Failure where there is no lesson at `path`, a file or a folder, that can be opened, or it
/// has no such step, from 1.
void require_lesson(const std::string& path, int step, const LessonVocabulary& vocabulary);

/// `attentoscope lesson check FILE…`: tells on standard error, a line for each, what is wrong with
/// the lessons; nothing where all is well. Throws Failure with the last of the lines.
void check_lessons(const LessonCheckOptions& options, const LessonVocabulary& vocabulary);

}  // namespace attn
