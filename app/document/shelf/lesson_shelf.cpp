#include "app/document/shelf/lesson_shelf.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/document/files/problem_line.h"
#include "app/document/files/user_folders.h"
#include "app/document/files/utf8.h"
#include "app/document/lessons/lesson_file.h"
#include "assets/assets.h"
#include "engine/base/text.h"

namespace attn {
namespace {

int number_of(std::string_view name) { return take_parsed<int>(name).value_or(0); }

namespace fs = std::filesystem;

bool is_lesson_file(const fs::path& path) {
  return path.extension() == ".md" && path.filename() != "README.md";
}

/// Entry of the shelf, with the lesson's title if the text can be read.
ShelvedLesson shelved(std::string id, std::string_view text = {}) {
  ShelvedLesson one{std::move(id), {}, 0, text};
  const Lesson lesson = lesson_of(one);
  one.title = lesson.title;
  one.steps = lesson.steps.size();
  return one;
}

std::vector<std::string> lesson_files(const std::string& path) {
  std::error_code error;
  std::vector<std::string> files;
  fs::directory_iterator found(path, error);
  for (; !error && found != fs::directory_iterator(); found.increment(error)) {
    if (is_lesson_file(found->path())) files.push_back(found->path().string());
  }
  if (error) throw LessonError(problem_line(path, "", error.message()));
  if (files.empty()) {
    throw LessonError(problem_line(path, "", "no lessons, *.md, in this folder"));
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

Lesson lesson_of(const ShelvedLesson& shelved) {
  return shelved.text.empty() ? read_lesson(shelved.id) : parse_lesson(shelved.text);
}

const std::vector<ShelvedLesson>& shipped_lessons() {
  static const std::vector<ShelvedLesson> all = [] {
    constexpr std::string_view kFolder = "assets/lessons/";
    std::vector<ShelvedLesson> found;
    for (const Asset& one : assets()) {
      if (!one.path.starts_with(kFolder)) continue;
      found.push_back(shelved(fs::path(one.path).stem().string(), one.bytes));
    }
    std::ranges::sort(found, {}, &ShelvedLesson::id);
    return found;
  }();
  return all;
}

std::string LessonShelf::words() const {
  if (files <= kMostLessons) return "";
  return std::to_string(kMostLessons) + " of " + std::to_string(files) + " lessons are shown";
}

LessonShelf lessons_at(const std::string& path, const Progress* progress) {
  std::error_code error;
  const bool is_folder = fs::is_directory(path, error);
  const auto files = is_folder ? lesson_files(path) : std::vector<std::string>{path};
  LessonShelf shelf{{}, files.size(), {}};
  for (std::size_t n = 0; n < std::min(files.size(), kMostLessons); ++n) {
    if (progress != nullptr && progress->is_cancelled()) throw Cancelled();
    const std::string id = absolute_path(files[n]);
    try {
      shelf.lessons.push_back(shelved(id));
    } catch (const LessonError& wrong) {
      if (shelf.problem.empty()) shelf.problem = problem_of({id, {}, 0}, wrong);
    }
  }
  if (shelf.lessons.empty()) throw LessonError(shelf.problem);
  return shelf;
}

bool may_hold_lessons(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error) || fs::path(path).extension() == ".md";
}

std::string problem_of(const ShelvedLesson& shelved, const LessonError& error) {
  const std::string line = error.line() > 0 ? ":" + std::to_string(error.line()) : "";
  return problem_line(shelved.id + line, "", error.what());
}

std::span<const Subject> lesson_subjects() {
  static constexpr Subject kAll[] = {{0, "From words to weights"},
                                     {6, "Self-attention and heads"},
                                     {9, "Scores, masks, positions"},
                                     {15, "In today’s models"},
                                     {20, "Learning"}};
  return kAll;
}

std::span<const Subject> example_subjects() {
  static constexpr Subject kAll[] = {{0, "First steps"},
                                     {20, "Scores, masks, temperature"},
                                     {40, "Positions"},
                                     {60, "Plane and graph"},
                                     {80, "In today’s models"}};
  return kAll;
}

std::vector<SubjectGroup> by_subject(std::span<const Subject> subjects,
                                     std::span<const std::string_view> names) {
  std::vector<SubjectGroup> groups;
  for (const Subject& one : subjects) groups.push_back({one.label, {}});
  for (std::size_t n = 0; n < names.size(); ++n) {
    const auto next =
        std::ranges::upper_bound(subjects.subspan(1), number_of(names[n]), {}, &Subject::first);
    groups[static_cast<std::size_t>(next - subjects.begin()) - 1].members.push_back(n);
  }
  std::erase_if(groups, [](const SubjectGroup& group) { return group.members.empty(); });
  return groups;
}

}  // namespace attn
