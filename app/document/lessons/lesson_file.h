#pragma once

#include <string>
#include <string_view>

#include "app/document/lessons/lesson.h"

namespace attn {

/// The lesson that a Markdown text describes (assets/lessons/README.md). Throws LessonError with
/// the line of the first thing that is wrong with its form; lesson_check.h tells what is wrong with
/// what it says.
Lesson parse_lesson(std::string_view text);

inline constexpr long long kMostLessonBytes = 4 << 20;

/// The text of the file at `path`, which must be a regular one. Throws LessonError, without a line.
std::string read_lesson_text(const std::string& path);

/// The lesson in it. Throws LessonError, without a line where the file can't be read.
Lesson read_lesson(const std::string& path);

}  // namespace attn
