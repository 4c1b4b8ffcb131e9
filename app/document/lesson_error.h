#pragma once

#include <stdexcept>
#include <string>

namespace attn {

/// What is wrong with a lesson, in words for its author.
class LessonError : public std::runtime_error {
 public:
  explicit LessonError(const std::string& text, int line = 0)
      : std::runtime_error(text), line_(line) {}
  /// Counted from 1; 0 where it is for the caller to say.
  int line() const { return line_; }

 private:
  int line_;
};

}  // namespace attn
