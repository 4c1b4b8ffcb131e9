#pragma once

#include <string>
#include <string_view>

namespace attn {

/// Tokenizer of a lesson's expression: names, numbers, quoted texts, operators.
class ExpressionTokens {
 public:
  /// Maximum number of tokens in an expression, which bounds its depth.
  static constexpr int kMostTokens = 1000;

  explicit ExpressionTokens(std::string_view text) : rest_(text) {}

  /// Next token; empty at the end. Throws LessonError for an unclosed text.
  std::string_view peek();
  /// Throws LessonError if there were too many.
  std::string_view next();
  /// Consumes the next token if it is `wanted`; returns whether it was.
  bool take(std::string_view wanted);
  void need(const std::string& wanted);
  /// Throws LessonError: `expected`, but found the next token.
  [[noreturn]] void fail(const std::string& expected);

  static bool is_letter(char c);
  static bool is_digit(char c);

 private:
  std::string_view rest_;
  int count_ = 0;
};

}  // namespace attn
