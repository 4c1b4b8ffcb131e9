#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson.h"
#include "engine/base/progress.h"

namespace attn {

/// Lesson that can be read.
struct ShelvedLesson {
  std::string id;     ///< name of a built-in lesson, else its file's absolute path
  std::string title;  ///< may contain formulas
  std::size_t steps = 0;
  std::string_view text{};  ///< of a built-in lesson
};

/// Reads the lesson; a file is read again in its current state. Throws LessonError.
Lesson lesson_of(const ShelvedLesson& shelved);

/// Built-in lessons, in order.
const std::vector<ShelvedLesson>& shipped_lessons();

/// Maximum number of lessons listed for a folder; the rest is counted.
inline constexpr std::size_t kMostLessons = 1000;

/// Lessons of a folder.
struct LessonShelf {
  std::vector<ShelvedLesson> lessons;
  std::size_t files = 0;  ///< number of files in the folder
  std::string problem;    ///< first problem of a skipped lesson: name, line, message

  /// "1000 of 10000 lessons are shown"; empty if all are.
  std::string words() const;
};

/// Lessons in the files `*.md` of the folder at `path`, sorted by name, or in the file at `path`.
/// README.md is ignored. Files with syntax errors are skipped; if no lesson remains, the first
/// problem is thrown as LessonError. Throws Cancelled if `progress` is cancelled.
LessonShelf lessons_at(const std::string& path, const Progress* progress = nullptr);

/// Returns whether lessons_at() can read `path`: a folder, or a file *.md.
bool may_hold_lessons(const std::string& path);

/// "/home/ada/my.md:12: what is wrong", as a one-line message.
std::string problem_of(const ShelvedLesson& shelved, const LessonError& error);

/// Subject of built-in lessons or examples: those whose number in the file name ("07-name") is at
/// least `first`, and below the next subject's.
struct Subject {
  int first;
  std::string_view label;
};

std::span<const Subject> lesson_subjects();
std::span<const Subject> example_subjects();

/// Heading with the indices of what is listed below it.
struct SubjectGroup {
  std::string_view label;
  std::vector<std::size_t> members;
};

/// Groups files by subject, in their order. `names` begin with a number; empty groups are left out.
std::vector<SubjectGroup> by_subject(std::span<const Subject> subjects,
                                     std::span<const std::string_view> names);

}  // namespace attn
