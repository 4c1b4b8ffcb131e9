#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/document/expressions/lesson_expression.h"

namespace attn {

/// Content of braces in a lesson's text: `weights[0][0]` is shown as its number at the step's
/// start, `now: weights[0][0]` as its current number; `7.39 = exp(2)` is shown as written, and is
/// an error if the expression has another value.
class LessonClaim {
 public:
  /// Throws LessonError if `text` is neither.
  explicit LessonClaim(std::string_view text);

  /// Returns the shown text. Throws LessonError if the facts do not determine it.
  std::string words(const Facts& facts) const;
  /// The shown text, or "—".
  std::string words_or_dash(const Facts& facts) const;
  /// Throws LessonError if the facts do not determine the expression, or contradict the written
  /// number.
  void require(const Facts& facts) const;

 private:
  bool is_now_ = false;
  std::string written_;  ///< empty: only the expression
  std::optional<Expression> expression_;
};

}  // namespace attn
