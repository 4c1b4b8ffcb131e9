#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

struct Facts;
struct LessonValue;
struct LessonTerm;

/// Number that a condition compares with a constant.
struct LessonBound {
  enum class Way { kAtLeast, kAtMost, kAt };
  Way way;
  double now, mark;
};

/// Expression in a lesson on a scene and its trace: `weights["Book"]["Reads"] > 0.99`. Names are
/// those of the scene format, functions those of lesson_functions(); assets/lessons/README.md
/// documents the language.
class Expression {
 public:
  /// Throws LessonError (without a line) if `text` is invalid, or a name is unknown.
  explicit Expression(std::string_view text);

  const std::string& text() const { return text_; }
  /// Names of current values that the expression reads: without those after `start.`, which are
  /// constant.
  const std::set<std::string_view>& names() const { return names_; }

  /// Throw LessonError if the facts lack a value, or it has another type.
  LessonValue value(const Facts& facts) const;
  bool is_true(const Facts& facts) const;
  double number(const Facts& facts) const;
  /// Numbers that the condition compares, all of which must satisfy their bound: two for `0.4 < x <
  /// 0.6`, one for `near(x, 2, 0.1)`, and for lists the one farthest from its bound. Empty if the
  /// condition can be true in other ways (or), or compares values without a distance: texts, lists,
  /// two changing numbers. Throws LessonError like value().
  std::vector<LessonBound> bounds(const Facts& facts) const;
  /// Formatted value: "0.61".
  std::string words(const Facts& facts) const;

 private:
  std::string text_;
  std::set<std::string_view> names_;
  std::shared_ptr<const LessonTerm> root_;
};

}  // namespace attn
