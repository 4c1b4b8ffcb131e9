#pragma once

#include <map>
#include <string>

#include "app/document/files/user_folders.h"

namespace attn {

/// Progress in a lesson.
struct LessonProgress {
  std::size_t steps = 0;  ///< completed steps
  std::size_t of = 0;     ///< steps of the lesson
  bool is_done() const { return of > 0 && steps >= of; }
  bool operator==(const LessonProgress&) const = default;
};

/// Key: the name of a built-in lesson, else its file's absolute path.
using AllProgress = std::map<std::string, LessonProgress>;

/// Never throws: unreadable progress counts as none.
AllProgress read_lesson_progress(const std::string& file = lesson_progress_file());

/// Records that `steps` of a lesson are completed; never decreases, unless the number of steps
/// changed. Throws std::runtime_error.
void note_lesson_progress(const std::string& lesson, LessonProgress progress,
                          const std::string& file = lesson_progress_file());

}  // namespace attn
