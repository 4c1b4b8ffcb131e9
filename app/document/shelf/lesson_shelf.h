#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson.h"
#include "engine/base/progress.h"

namespace attn {

/// A lesson that can be read.
struct ShelvedLesson {
  std::string id;     ///< its name for one that is built in, else its file's absolute path
  std::string title;  ///< with its formulas
  std::size_t steps = 0;
  std::string_view text{};  ///< of one that is built in
};

/// Reads it, a file as it is now. Throws LessonError.
Lesson lesson_of(const ShelvedLesson& shelved);

/// Those that are built into the program, in their order.
const std::vector<ShelvedLesson>& shipped_lessons();

/// More than these of a folder are told, and not shown.
inline constexpr std::size_t kMostLessons = 1000;

/// The lessons of a folder.
struct LessonShelf {
  std::vector<ShelvedLesson> lessons;
  std::size_t files = 0;  ///< that are in the folder
  std::string problem;    ///< the first that is wrong with one that was left out: name, line, words

  /// "1000 of 10000 lessons are shown"; empty where all are.
  std::string words() const;
};

/// Those in the files `*.md` of the folder at `path`, by their names, or the one in the file at
/// `path`. A README.md is none. Files whose form is wrong are left out; where no lesson is left,
/// the first problem is thrown as LessonError. Throws Cancelled where `progress` is.
LessonShelf lessons_at(const std::string& path, const Progress* progress = nullptr);

/// Whether lessons_at() is for `path`: a folder, or a file *.md.
bool may_hold_lessons(const std::string& path);

/// "/home/ada/my.md:12: what is wrong", as one line for a message.
std::string problem_of(const ShelvedLesson& shelved, const LessonError& error);

}  // namespace attn
