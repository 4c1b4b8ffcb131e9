#include "app/document/lesson_shelf.h"

#include <algorithm>
#include <filesystem>

#include "app/document/lesson_error.h"
#include "app/document/lesson_file.h"
#include "app/document/user_folders.h"
#include "assets/assets.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostLessons = 200;

bool is_lesson_file(const fs::path& path) {
  return path.extension() == ".md" && path.filename() != "README.md";
}

ShelvedLesson lesson_in(const fs::path& path) {
  try {
    Lesson lesson = read_lesson(path.string());
    return {absolute_path(path.string()), lesson.title, std::move(lesson)};
  } catch (const LessonError& error) {
    const std::string line = error.line() > 0 ? ":" + std::to_string(error.line()) : "";
    throw LessonError(path.string() + line + ": " + error.what());
  }
}

}  // namespace

const std::vector<ShelvedLesson>& shipped_lessons() {
  static const std::vector<ShelvedLesson> all = [] {
    constexpr std::string_view kFolder = "assets/lessons/";
    std::vector<ShelvedLesson> found;
    for (const Asset& one : assets()) {
      if (!one.path.starts_with(kFolder)) continue;
      Lesson lesson = parse_lesson(one.bytes);
      const fs::path path(one.path);
      found.push_back({path.stem().string(), lesson.title, std::move(lesson)});
    }
    std::ranges::sort(found, {}, &ShelvedLesson::id);
    return found;
  }();
  return all;
}

std::vector<ShelvedLesson> lessons_at(const std::string& path, std::string* problem) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return {lesson_in(path)};
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(path, error)) {
    if (is_lesson_file(entry.path()) && files.size() < kMostLessons) files.push_back(entry.path());
  }
  if (error) throw LessonError(path + ": " + error.message());
  if (files.empty()) throw LessonError(path + ": no lessons, *.md, in this folder");
  std::ranges::sort(files);
  std::vector<ShelvedLesson> lessons;
  std::string first_problem;
  for (const fs::path& file : files) {
    try {
      lessons.push_back(lesson_in(file));
    } catch (const LessonError& wrong) {
      if (first_problem.empty()) first_problem = wrong.what();
    }
  }
  if (lessons.empty()) throw LessonError(first_problem);
  if (problem != nullptr) *problem = first_problem;
  return lessons;
}

bool may_hold_lessons(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error) || fs::path(path).extension() == ".md";
}

}  // namespace attn
