#include "app/document/expressions/expression_tokens.h"

#include <algorithm>
#include <charconv>

#include "app/document/expressions/lesson_error.h"
#include "engine/base/text.h"

namespace attn {

bool ExpressionTokens::is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool ExpressionTokens::is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view ExpressionTokens::peek() {
  while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t')) rest_.remove_prefix(1);
  if (rest_.empty()) return {};
  std::size_t n = 1;
  if (is_letter(rest_[0])) {
    while (n < rest_.size() && (is_letter(rest_[n]) || is_digit(rest_[n]))) ++n;
  } else if (is_digit(rest_[0]) || (rest_[0] == '.' && rest_.size() > 1 && is_digit(rest_[1]))) {
    double number = 0;
    const auto read = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    n = std::max<std::size_t>(1, static_cast<std::size_t>(read.ptr - rest_.data()));
  } else if (rest_[0] == '"') {
    n = rest_.find('"', 1);
    if (n == std::string_view::npos) throw LessonError("a text is not closed by \"");
    ++n;
  } else if (rest_.size() > 1 && rest_[1] == '=' &&
             std::string_view("=!<>").find(rest_[0]) != std::string_view::npos) {
    n = 2;
  }
  return rest_.substr(0, n);
}

std::string_view ExpressionTokens::next() {
  const std::string_view found = peek();
  if (!found.empty() && ++count_ > kMostTokens) {
    throw LessonError("expected at most " + std::to_string(kMostTokens) +
                      " names, numbers and signs in an expression");
  }
  rest_.remove_prefix(found.size());
  return found;
}

bool ExpressionTokens::take(std::string_view wanted) {
  if (peek() != wanted) return false;
  next();
  return true;
}

void ExpressionTokens::need(const std::string& wanted) {
  if (!take(wanted)) fail(wanted);
}

void ExpressionTokens::fail(const std::string& expected) {
  const std::string_view found = peek();
  throw LessonError("expected " + expected + ", found " +
                    (found.empty() ? "the end" : shown(found)));
}

}  // namespace attn
