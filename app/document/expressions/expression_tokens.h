#pragma once

#include <string>
#include <string_view>

namespace attn {

/// The tokens of a lesson's expression, from the first to the last: names, numbers, texts with
/// their quotes, signs.
class ExpressionTokens {
 public:
  /// An expression may have so many. What follows may then be as deep as it has tokens.
  static constexpr int kMostTokens = 1000;

  explicit ExpressionTokens(std::string_view text) : rest_(text) {}

  /// The next token; empty at the end. Throws LessonError where a text is not closed.
  std::string_view peek();
  /// Throws LessonError where there were too many.
  std::string_view next();
  /// Whether the next one was `wanted`, and is behind us.
  bool take(std::string_view wanted);
  void need(const std::string& wanted);
  /// Throws LessonError: this was expected, but the next token was found.
  [[noreturn]] void fail(const std::string& expected);

  static bool is_letter(char c);
  static bool is_digit(char c);

 private:
  std::string_view rest_;
  int count_ = 0;
};

}  // namespace attn
