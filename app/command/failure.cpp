#include "app/command/failure.h"

#include <iostream>

#include "app/document/files/problem_line.h"
#include "app/platform/interrupt.h"
#include "app/platform/process.h"

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

int run_program(const std::function<Status()>& command) {
  report_failed_writes();
  interrupt::begin(Failure(Status::kCouldNot, "interrupted").what());
  const auto report = [](Status status, std::string_view line) {
    std::cerr << line << std::endl;
    return static_cast<int>(status);
  };
  const auto answer = [&] {
    try {
      return static_cast<int>(command());
    } catch (const Failure& failed) {
      return report(failed.status(), failed.what());
    } catch (const std::exception& error) {
      return report(Status::kCouldNot, Failure(Status::kCouldNot, error_message(error)).what());
    }
  };
  const int status = answer();
  interrupt::done(status);
  return status;
}

}  // namespace attn
