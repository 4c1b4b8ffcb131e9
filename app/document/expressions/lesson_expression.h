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

/// A number that a condition compares with one that stays what it is.
struct LessonBound {
  enum class Way { kAtLeast, kAtMost, kAt };
  Way way;
  double now, mark;
};

/// What lessons say of a scene and its trace: `weights["Book"]["Reads"] > 0.99`. Names are those
/// of the scene format, functions those of lesson_functions(); assets/lessons/README.md has the
/// language.
class Expression {
 public:
  /// Throws LessonError (without a line) where `text` is none, or a name is unknown.
  explicit Expression(std::string_view text);

  const std::string& text() const { return text_; }
  /// The names of present things that it reads: not those after `start.`, which are known already.
  const std::set<std::string_view>& names() const { return names_; }

  /// These throw LessonError where the facts have no such thing, or one of another type.
  LessonValue value(const Facts& facts) const;
  bool is_true(const Facts& facts) const;
  double number(const Facts& facts) const;
  /// The numbers that it compares, all of which must stand so for it to be true: of
  /// `0.4 < x < 0.6` two, of `near(x, 2, 0.1)` one, and of lists that which is farthest from its
  /// mark. None where it can be true by other means (or), or compares what has no distance: texts,
  /// lists, two numbers that both change. Throws LessonError as the others.
  std::vector<LessonBound> bounds(const Facts& facts) const;
  /// As it is shown: "0.61".
  std::string words(const Facts& facts) const;

 private:
  std::string text_;
  std::set<std::string_view> names_;
  std::shared_ptr<const LessonTerm> root_;
};

}  // namespace attn
