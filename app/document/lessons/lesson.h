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

// Lesson as described by its file (assets/lessons/README.md): read by lesson_file.h, checked by
// lesson_check.h, played by lesson_play.h.

/// Text of one style. It may contain {expressions} and, unless it is code, $formulas$, for fill()
/// of lesson_text.h.
struct TextRun {
  std::string text;
  bool is_strong = false, is_emphasis = false, is_code = false;
  std::string light{};  ///< highlighted target: "weights/Book/Reads"; empty: none
  std::string link{};   ///< in the guide: target file of a link; empty: no link
  int line = 0;         ///< line in the file, from 1

  bool is_set_as(const TextRun& other) const {
    return is_strong == other.is_strong && is_emphasis == other.is_emphasis &&
           is_code == other.is_code && light == other.light && link == other.link;
  }
};

struct TextBlock {
  enum class Kind { kParagraph, kHeading, kItem, kCode, kQuote };
  Kind kind = Kind::kParagraph;
  std::string marker;  ///< marker of a list item: "•", "2."
  int depth = 0;       ///< nesting of a list item: 1 for a list, 2 for one within it
  std::vector<TextRun> runs;
  int line = 0;
};

/// Maximum number of conditions in a block.
inline constexpr std::size_t kMostConditions = 100;

struct LessonCondition {
  Expression expression;
  int line = 0;
};

/// Block that changes the scene, for apply_change() of lesson_scene.h.
struct SceneChange {
  std::string text;
  int line = 0;          ///< first line of the text
  bool is_view = false;  ///< changes only the scene's view
};

/// Question that is asked before the answer is shown.
struct Prediction {
  enum class Kind { kChoice, kCell, kOrder, kNumber };
  struct Option {
    std::string label;
    std::string words;  ///< feedback after this choice, with the true numbers
    bool is_right = false;
    int line = 0;
  };

  Kind kind = Kind::kChoice;
  std::vector<TextBlock> question;
  std::vector<Option> options;  ///< of a choice
  /// Choice: conditions for which the right option is correct. Cell: conditions of a right cell.
  std::vector<LessonCondition> when;
  std::vector<std::string> items;  ///< order: tokens to be sorted
  /// Order: a list with a number for each token, the sort key. Number: the answer.
  std::optional<Expression> value;
  double low = 0, high = 1, within = 0.05;  ///< number: ends of the slider, and tolerance
  std::string right, wrong;                 ///< feedback after a right and a wrong answer
  int right_line = 0, wrong_line = 0;
  std::vector<TextBlock> hint;    ///< shown on request; may be empty
  std::vector<SceneChange> then;  ///< changes that show the answer
  int line = 0;
};

/// Task of a step. Goals are reached one after another.
struct LessonGoal {
  std::vector<TextBlock> task;              ///< as a sentence; may be empty if the text gives it
  std::vector<LessonCondition> conditions;  ///< all must hold
  bool may_hold = false;                    ///< the goal may hold from the start
  SceneChange solution;                     ///< change that reaches the goal
  bool is_learned = false;                  ///< a step of regression makes the change
  std::vector<TextBlock> after;             ///< shown once the goal is reached; may be empty
  std::vector<TextBlock> hint;              ///< shown on request; may be empty
  int line = 0;
};

/// The only parts of the window (window_parts.h) that a step shows.
struct LessonStage {
  /// Also names of single matrices and controls (lesson_parts.h), each followed by its part.
  std::vector<std::string> parts;
  int line = 0;

  bool has(std::string_view part) const {
    return std::find(parts.begin(), parts.end(), part) != parts.end();
  }
};

/// Maximum numbers of goals in a step, and of parts on a stage.
inline constexpr std::size_t kMostGoals = 12, kMostStageParts = 40;

struct LessonStep {
  std::string title;
  std::string short_title;  ///< under the step's dot; empty: the title
  int line = 0;
  std::vector<TextBlock> text;
  std::vector<TextBlock> notes;          ///< for the speaker
  std::optional<LessonStage> stage;      ///< none: the whole window
  std::optional<LessonRun> run;          ///< trains a network, shown in place of the scene
  std::vector<SceneChange> changes;      ///< changes of the previous step's final scene
  std::optional<Prediction> prediction;  ///< precedes the goals
  std::vector<LessonGoal> goals;         ///< one after the other
  std::vector<LessonCondition> facts;    ///< conditions that the text relies on, at the start

  const std::string& dot_title() const { return short_title.empty() ? title : short_title; }
};

struct Lesson {
  std::string title;
  std::vector<TextBlock> about;  ///< topic of the lesson
  std::vector<LessonStep> steps;
};

}  // namespace attn
