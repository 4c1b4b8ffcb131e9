#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "app/document/expressions/lesson_expression.h"

namespace attn {

/// What stands between the braces of a lesson's text: `weights[0][0]` is shown as the number that
/// it has, `7.39 = exp(2)` as it is written, and is wrong where the expression says another number.
class LessonClaim {
 public:
  /// Throws LessonError where `text` is neither.
  explicit LessonClaim(std::string_view text);

  /// As it is shown. Throws LessonError where the facts can't say it.
  std::string words(const Facts& facts) const;
  /// Throws LessonError where the facts can't say it, or say something else than what is written.
  void require(const Facts& facts) const;

 private:
  LessonClaim(std::string_view text, std::size_t sign);

  std::string written_;  ///< empty: nothing but the expression
  Expression expression_;
};

}  // namespace attn
