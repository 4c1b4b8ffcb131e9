#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "app/document/expressions/lesson_expression.h"

namespace attn {

/// What stands between the braces of a lesson's text: `weights[0][0]` is shown as the number that
/// it has at the step's start, `now: weights[0][0]` as it has it now; `7.39 = exp(2)` as it is
/// written, and is wrong where the expression says another number.
class LessonClaim {
 public:
  /// Throws LessonError where `text` is neither.
  explicit LessonClaim(std::string_view text);

  /// As it is shown. Throws LessonError where the facts can't say it.
  std::string words(const Facts& facts) const;
  /// Likewise, or "—".
  std::string words_or_dash(const Facts& facts) const;
  /// Throws LessonError where the facts can't say it, or say something else than what is written.
  void require(const Facts& facts) const;

 private:
  struct Parts {
    bool is_now;
    std::string_view written, expression;
  };
  static Parts parts_of(std::string_view text);
  explicit LessonClaim(const Parts& parts);

  bool is_now_;
  std::string written_;  ///< empty: nothing but the expression
  Expression expression_;
};

}  // namespace attn
