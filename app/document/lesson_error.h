#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include "engine/text.h"

namespace attn {

/// What is wrong with a lesson, in words for its author: one line, of no more than kMostCharacters,
/// whatever of the lesson is in them.
class LessonError : public std::runtime_error {
 public:
  static constexpr std::size_t kMostCharacters = 1000;

  explicit LessonError(const std::string& text, int line = 0)
      : std::runtime_error(shown(text, kMostCharacters)), line_(line) {}
  /// Counted from 1; 0 where it is for the caller to say.
  int line() const { return line_; }

 private:
  int line_;
};

}  // namespace attn
