#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/document/expressions/lesson_expression.h"

namespace attn {

// A lesson as its file says it (assets/lessons/README.md): what lesson_file.h reads, lesson_check.h
// tries, and lesson_play.h plays.

/// Text that is set alike. It may hold {expressions} and, where it is no code, $formulas$, for
/// fill() of lesson_text.h.
struct TextRun {
  std::string text;
  bool is_strong = false, is_emphasis = false, is_code = false;
  std::string light;  ///< what it lights: "weights/Book/Reads"; empty: nothing
  int line = 0;       ///< of the file, from 1

  bool is_set_as(const TextRun& other) const {
    return is_strong == other.is_strong && is_emphasis == other.is_emphasis &&
           is_code == other.is_code && light == other.light;
  }
};

struct TextBlock {
  enum class Kind { kParagraph, kHeading, kItem, kCode, kQuote };
  Kind kind = Kind::kParagraph;
  std::string marker;  ///< of an item: "•", "2."
  int depth = 0;       ///< of an item: 1 for a list, 2 for one within it
  std::vector<TextRun> runs;
  int line = 0;
};

/// A block may have so many.
inline constexpr std::size_t kMostConditions = 100;

struct LessonCondition {
  Expression expression;
  int line = 0;
};

/// A block that says what the scene becomes, for apply_change() of lesson_scene.h.
struct SceneChange {
  std::string text;
  int line = 0;          ///< of the text's first line
  bool is_view = false;  ///< of the scene's view alone
};

/// What is asked before it is shown.
struct Prediction {
  enum class Kind { kChoice, kCell, kOrder, kNumber };
  struct Option {
    std::string label;
    std::string words;  ///< for who chose it: what the numbers show
    bool is_right = false;
    int line = 0;
  };

  Kind kind = Kind::kChoice;
  std::string question;
  std::vector<Option> options;  ///< of a choice
  /// Of a choice: conditions that must hold for its right option to be right. Of a cell: the
  /// conditions that a right cell meets.
  std::vector<LessonCondition> when;
  std::vector<std::string> items;  ///< of an order: the tokens to be sorted
  /// Of an order: a list with a number for each token, to sort them by. Of a number: the answer.
  std::optional<Expression> value;
  double low = 0, high = 1, within = 0.05;  ///< of a number: the slider's ends, and the tolerance
  std::string right, wrong;                 ///< the words after a right and a wrong answer
  int right_line = 0, wrong_line = 0;
  std::vector<SceneChange> then;  ///< what the answer is shown by
  int line = 0;
};

struct LessonStep {
  std::string title;
  int line = 0;
  std::vector<TextBlock> text;
  std::vector<TextBlock> notes;          ///< for the speaker
  std::vector<SceneChange> changes;      ///< of the scene that the step before ended with
  std::optional<Prediction> prediction;  ///< comes before the goal
  std::vector<LessonCondition> goal;     ///< all must hold
  bool goal_may_hold = false;            ///< already at the start
  std::optional<SceneChange> solution;   ///< that reaches the goal
  std::vector<LessonCondition> facts;    ///< that the text relies on, at the start
};

struct Lesson {
  std::string title;
  std::vector<TextBlock> about;  ///< what is learnt
  std::vector<LessonStep> steps;
};

}  // namespace attn
