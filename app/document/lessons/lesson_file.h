#pragma once

#include <string>
#include <string_view>

#include "app/document/lessons/lesson.h"

namespace attn {

/// Parses a lesson in Markdown (assets/lessons/README.md). Throws LessonError with the line of the
/// first syntax error; lesson_check.h checks the content.
Lesson parse_lesson(std::string_view text);

inline constexpr long long kMostLessonBytes = 4 << 20;

/// Lesson in that file. Throws LessonError, without a line if the file cannot be read.
Lesson read_lesson(const std::string& path);

}  // namespace attn
