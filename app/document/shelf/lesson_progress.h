#pragma once

#include <map>
#include <string>

#include "app/document/files/own_files.h"

namespace attn {

/// How far somebody came in a lesson.
struct LessonProgress {
  std::size_t steps = 0;  ///< that were done
  std::size_t of = 0;     ///< that the lesson has
  bool is_done() const { return of > 0 && steps >= of; }
  bool operator==(const LessonProgress&) const = default;
};

/// By the lesson: its name for one that is built in, else its file's absolute path.
using AllProgress = std::map<std::string, LessonProgress>;

/// Never throws: what can't be read was not done.
AllProgress read_lesson_progress(const std::string& file = lesson_progress_file());

/// Notes that `steps` of a lesson's steps are done; never fewer than before, as long as it has as
/// many. Throws std::runtime_error in words.
void note_lesson_progress(const std::string& lesson, LessonProgress progress,
                          const std::string& file = lesson_progress_file());

}  // namespace attn
