#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/expressions/lesson_expression.h"
#include "app/document/lessons/lesson_run.h"

namespace attn {

// A lesson as its file says it (assets/lessons/README.md): what lesson_file.h reads, lesson_check.h
// tries, and lesson_play.h plays.

/// Text that is set alike. It may hold {expressions} and, where it is no code, $formulas$, for
/// fill() of lesson_text.h.
struct TextRun {
  std::string text;
  bool is_strong = false, is_emphasis = false, is_code = false;
  std::string light{};  ///< what it lights: "weights/Book/Reads"; empty: nothing
  std::string link{};   ///< in the guide: the file that it leads to; empty: none
  int line = 0;         ///< of the file, from 1

  bool is_set_as(const TextRun& other) const {
    return is_strong == other.is_strong && is_emphasis == other.is_emphasis &&
           is_code == other.is_code && light == other.light && link == other.link;
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
  std::vector<TextBlock> question;
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
  std::vector<TextBlock> hint;    ///< said when it is asked for; may be empty
  std::vector<SceneChange> then;  ///< what the answer is shown by
  int line = 0;
};

/// What is to be done. Of several the next one begins where the one before was reached.
struct LessonGoal {
  std::vector<TextBlock> task;              ///< in a sentence; may be empty: the text says it
  std::vector<LessonCondition> conditions;  ///< all must hold
  bool may_hold = false;                    ///< already before anything was done
  SceneChange solution;                     ///< that reaches it
  std::vector<TextBlock> after;             ///< said once it is reached; may be empty
  std::vector<TextBlock> hint;              ///< said when it is asked for; may be empty
  int line = 0;
};

/// The parts of the window (window_parts.h) that a step shows, and nothing else.
struct LessonStage {
  /// Also what of a part is named in its place (lesson_parts.h), beside that part.
  std::vector<std::string> parts;
  int line = 0;

  bool has(std::string_view part) const {
    return std::find(parts.begin(), parts.end(), part) != parts.end();
  }
};

/// A step may have so many goals, and a stage so many parts.
inline constexpr std::size_t kMostGoals = 12, kMostStageParts = 40;

struct LessonStep {
  std::string title;
  std::string short_title;  ///< under the step's dot; empty: the title
  int line = 0;
  std::vector<TextBlock> text;
  std::vector<TextBlock> notes;          ///< for the speaker
  std::optional<LessonStage> stage;      ///< none: the whole window
  std::optional<LessonRun> run;          ///< a network that learns is shown, and no scene
  std::vector<SceneChange> changes;      ///< of the scene that the step before ended with
  std::optional<Prediction> prediction;  ///< comes before the goals
  std::vector<LessonGoal> goals;         ///< one after the other
  std::vector<LessonCondition> facts;    ///< that the text relies on, at the start

  const std::string& dot_title() const { return short_title.empty() ? title : short_title; }
};

struct Lesson {
  std::string title;
  std::vector<TextBlock> about;  ///< what is learnt
  std::vector<LessonStep> steps;
};

}  // namespace attn
