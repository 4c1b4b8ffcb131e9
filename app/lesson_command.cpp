#include "app/lesson_command.h"

#include <algorithm>
#include <iostream>
#include <utility>

#include "app/document/files/files.h"
#include "app/document/lessons/lesson_file.h"
#include "app/document/lessons/lesson_guidance.h"
#include "app/document/lessons/lesson_numbers.h"
#include "app/failure.h"

namespace attn {
namespace {

std::vector<LessonProblem> problems_of(const std::string& file, bool is_strict,
                                       const LessonVocabulary& vocabulary) {
  std::string text;
  try {
    text = read_file(file, kMostLessonBytes);
  } catch (const std::runtime_error& error) {
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

}  // namespace

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
