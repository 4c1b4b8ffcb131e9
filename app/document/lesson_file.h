#pragma once

#include <string>
#include <string_view>

#include "app/document/lesson.h"

namespace attn {

/// The lesson that a Markdown text describes (assets/lessons/README.md). Throws LessonError with
/// the line of the first thing that is wrong with its form; lesson_check.h tells what is wrong with
/// what it says.
Lesson parse_lesson(std::string_view text);

/// The lesson in the file at `path`. Throws LessonError, without a line where it can't be read.
Lesson read_lesson(const std::string& path);

}  // namespace attn
