#pragma once

#include <string>
#include <vector>

#include "app/document/lesson.h"

namespace attn {

/// A lesson that can be opened.
struct ShelvedLesson {
  std::string id;  ///< its name for one that is built in, else its file's absolute path
  std::string title;
  Lesson lesson;
};

/// Those that are built into the program, in their order.
const std::vector<ShelvedLesson>& shipped_lessons();

/// Those in the files `*.md` of the folder at `path`, by their names, or the one in the file at
/// `path`. A README.md is none. Files that are wrong are left out, and the first of them is told in
/// `problem`, with its name and line; where no lesson is left, it is thrown as LessonError.
std::vector<ShelvedLesson> lessons_at(const std::string& path, std::string* problem = nullptr);

/// Whether lessons_at() is for `path`: a folder, or a file *.md.
bool may_hold_lessons(const std::string& path);

}  // namespace attn
