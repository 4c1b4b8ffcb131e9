#include "app/command/lesson_command.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <span>
#include <string_view>
#include <utility>

#include "app/command/failure.h"
#include "app/command/scene_work.h"
#include "app/document/expressions/lesson_error.h"
#include "app/document/files/files.h"
#include "app/document/files/output_guard.h"
#include "app/document/lessons/lesson_check.h"
#include "app/document/lessons/lesson_file.h"
#include "app/document/shelf/lesson_notes.h"
#include "app/document/shelf/lesson_shelf.h"

namespace attn {
namespace {

/// "-" is standard input.
std::string text_of(const std::string& file) {
  try {
    return read_file(file, kMostLessonBytes);
  } catch (const std::runtime_error& error) {
    throw LessonError(error.what());
  }
}

std::vector<LessonProblem> problems_of(const std::string& file, bool is_strict,
                                       const LessonVocabulary& vocabulary) {
  std::string text;
  try {
    text = text_of(file);
  } catch (const LessonError& error) {
    return {{0, error.what()}};
  }
  std::vector<LessonProblem> problems = check_lesson_text(text, vocabulary);
  if (!problems.empty() || !is_strict) return problems;
  const Lesson lesson = parse_lesson(text);
  problems = unchecked_numbers(lesson);
  for (LessonProblem& one : missing_guidance(lesson)) problems.push_back(std::move(one));
  std::ranges::stable_sort(problems, {}, &LessonProblem::line);
  return problems;
}

/// Runs `work` on a lesson: turns a LessonError into a Failure that names file and line.
template <typename Work>
auto about_lesson(const std::string& file, Work work) {
  try {
    return work();
  } catch (const LessonError& error) {
    const std::string line = error.line() > 0 ? ":" + std::to_string(error.line()) : "";
    throw Failure(Status::kWrong, file + line, error.what());
  }
}

}  // namespace

void write_lesson_notes(const LessonNotesOptions& options, const LessonVocabulary& vocabulary) {
  about_output(options.out, [&] {
    constexpr std::string_view kEnding = ".html";
    check_output(options.out, std::span(&kEnding, 1), std::span(&options.lesson, 1));
  });
  const std::string page = about_lesson(options.lesson, [&] {
    return speaker_notes(SoundLesson(parse_lesson(text_of(options.lesson)), vocabulary));
  });
  expect_outputs({options.out});
  about_output(options.out, [&] { write_file(options.out, page); });
}

void require_lesson(const std::string& path, int step, const LessonVocabulary& vocabulary) {
  std::error_code error;
  std::size_t steps = 0;
  if (!std::filesystem::is_directory(path, error)) {
    steps = about_lesson(
        path, [&] { return SoundLesson(read_lesson(path), vocabulary).lesson().steps.size(); });
  } else {
    try {
      steps = lessons_at(path).lessons.front().steps;
    } catch (const LessonError& wrong) {  // the message names the file
      throw Failure(Status::kWrong, wrong.what());
    }
  }
  if (static_cast<std::size_t>(std::max(1, step)) <= steps) return;
  throw Failure(Status::kWrong, path,
                "--step: expected a step from 1 to " + std::to_string(steps) + ", found " +
                    std::to_string(step));
}

void check_lessons(const LessonCheckOptions& options, const LessonVocabulary& vocabulary) {
  std::vector<Failure> failures;
  for (const std::string& file : options.files) {
    for (const LessonProblem& problem : problems_of(file, options.is_strict, vocabulary)) {
      const std::string place = problem.line > 0 ? ":" + std::to_string(problem.line) : "";
      failures.emplace_back(Status::kWrong, file + place, problem.text);
    }
  }
  if (failures.empty()) return;
  const Failure last = failures.back();
  failures.pop_back();
  for (const Failure& one : failures) std::cerr << one.what() << std::endl;
  throw last;
}

}  // namespace attn
