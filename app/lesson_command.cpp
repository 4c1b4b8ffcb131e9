#include "app/lesson_command.h"

#include <iostream>

#include "app/document/files.h"
#include "app/failure.h"

namespace attn {
namespace {

constexpr long long kMaxBytes = 4 << 20;

std::vector<LessonProblem> problems_of(const std::string& file,
                                       const LessonVocabulary& vocabulary) {
  std::string text;
  try {
    text = read_file(file, kMaxBytes);
  } catch (const std::runtime_error& error) {
    return {{0, error.what()}};
  }
  return check_lesson_text(text, vocabulary);
}

}  // namespace

void check_lessons(const std::vector<std::string>& files, const LessonVocabulary& vocabulary) {
  std::vector<Failure> failures;
  for (const std::string& file : files) {
    for (const LessonProblem& problem : problems_of(file, vocabulary)) {
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
