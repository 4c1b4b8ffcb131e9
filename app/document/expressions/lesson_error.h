#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include "app/document/files/problem_line.h"

namespace attn {

/// What is wrong with a lesson, in words for its author: one line, of no more than kMostBytes,
/// whatever of the lesson is in them.
class LessonError : public std::runtime_error {
 public:
  static constexpr std::size_t kMostBytes = 2000;

  explicit LessonError(const std::string& text, int line = 0)
      : std::runtime_error(one_line(text, kMostBytes)), line_(line) {}
  /// Counted from 1; 0 where it is for the caller to say.
  int line() const { return line_; }

 private:
  int line_;
};

}  // namespace attn
