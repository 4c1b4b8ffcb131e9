#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include "app/document/files/problem_line.h"

namespace attn {

/// Error in a lesson with a message for its author: one line of at most kMostBytes.
class LessonError : public std::runtime_error {
 public:
  static constexpr std::size_t kMostBytes = 2000;

  explicit LessonError(const std::string& text, int line = 0)
      : std::runtime_error(one_line(text, kMostBytes)), line_(line) {}
  /// Counted from 1; 0: set by the caller.
  int line() const { return line_; }

 private:
  int line_;
};

/// Runs `work`, whose errors are on this line.
template <typename Work>
auto on_line(int line, const Work& work) {
  try {
    return work();
  } catch (const LessonError& error) {
    throw LessonError(error.what(), line);
  }
}

/// Throws unless one more fits into a list of `size` items that may have `most`.
inline void require_room(std::size_t size, std::size_t most, const char* what, int line) {
  if (size < most) return;
  throw LessonError("expected at most " + std::to_string(most) + " " + what, line);
}

}  // namespace attn
