#include "app/command/failure.h"

#include "app/document/files/problem_line.h"

namespace attn {
namespace {

constexpr std::string_view kProgram = "attentoscope: ";
static_assert(kProgram.size() + kMaxProblemBytes + 1 < kMaxLineBytes);

std::string line_about(std::string_view file, std::string_view place, std::string_view text) {
  return std::string(kProgram) + problem_line(file, place, text);
}

}  // namespace

Failure::Failure(Status status, std::string_view text)
    : std::runtime_error(std::string(kProgram) + one_line(text, kMaxProblemBytes)),
      status_(status) {}

Failure::Failure(Status status, std::string_view file, std::string_view text)
    : std::runtime_error(line_about(file, "", text)), status_(status) {}

Failure::Failure(std::string_view file, const Problem& problem)
    : std::runtime_error(line_about(file, problem.place, problem.text)), status_(Status::kWrong) {}

}  // namespace attn
