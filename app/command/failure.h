#pragma once

#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string_view>

#include "engine/base/problem.h"

namespace attn {

/// Exit statuses of the program. `kStopped`: interrupted by a signal after writing the results so
/// far; 130 is the shells' status for SIGINT.
enum class Status { kDone = 0, kCouldNot = 1, kWrong = 2, kStopped = 130 };

/// Upper bound of an error line in bytes, including its end.
inline constexpr std::size_t kMaxLineBytes = 4000;

/// A failure with its exit status; what() is the line on standard error without its end: UTF-8,
/// control characters escaped as in JSON.
class Failure : public std::runtime_error {
 public:
  /// "attentoscope: text"
  Failure(Status status, std::string_view text);
  /// "attentoscope: file: text"
  Failure(Status status, std::string_view file, std::string_view text);
  /// "attentoscope: file: place: text", if there is a place
  Failure(std::string_view file, const Problem& problem);

  Status status() const { return status_; }

 private:
  Status status_;
};

/// Runs the program's command and returns its exit status; the line of a failure, or of the end by
/// a signal, goes to standard error.
int run_program(const std::function<Status()>& command);

}  // namespace attn
