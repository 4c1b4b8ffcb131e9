#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/lessons/lesson_scene.h"

namespace attn {

struct LessonProblem {
  int line = 0;  ///< from 1; 0: the whole file
  std::string text;
  bool operator==(const LessonProblem&) const = default;
};

/// Names of the window, which the document does not know.
struct LessonVocabulary {
  std::function<bool(std::string_view name)> is_control;
  /// Returns whether a part of a panel or a tab has this name, which can be hidden and locked.
  std::function<bool(std::string_view name)> is_part;
  /// Returns whether `part` has controls that change the numbers of `other` (scene_parts.h).
  std::function<bool(std::string_view part, std::string_view other)> changes =
      [](std::string_view part, std::string_view other) { return part == other; };
  /// Parts that show the quantity `name` ("weights", "output") as numbers or pictures; with
  /// `elsewhere`, parts that show it for other scenes, such as at another temperature.
  std::function<std::vector<std::string>(std::string_view name, bool elsewhere)> parts_showing =
      [](std::string_view, bool) { return std::vector<std::string>(); };
};

/// Hides the answer of each prediction in the scene where it is asked: parts that show a quantity
/// of the answer, if the answer is the same before and after; and in any case parts that show such
/// a quantity of other scenes.
void withhold_answers(const Lesson& lesson, const LessonVocabulary& vocabulary,
                      std::vector<StepScenes>& scenes, const Progress* progress = nullptr);

/// Checks a lesson with its evaluated scenes, in which answers are then hidden. Throws Cancelled if
/// `progress` is cancelled.
std::vector<LessonProblem> problems_of(const Lesson& lesson, std::vector<StepScenes>& scenes,
                                       const LessonVocabulary& vocabulary,
                                       const Progress* progress = nullptr);

/// Lists all problems of a lesson's text: its syntax, scenes that cannot be evaluated, unknown
/// names, goals that hold at the start, solutions that miss them or need hidden parts, predictions
/// that contradict the numbers, terms that highlight missing parts. Steps after a scene that cannot
/// be made are not checked.
std::vector<LessonProblem> check_lesson_text(std::string_view text,
                                             const LessonVocabulary& vocabulary);

/// Lists missing guidance for learners: a stage for each step; for each goal its task (do:), a
/// hint, and a closing text (after). Also lists answers with markup, which are plain text except
/// for numbers and formulas.
std::vector<LessonProblem> missing_guidance(const Lesson& lesson);

/// Lists unchecked numbers in a lesson's text: those outside braces, except references ("lesson 4",
/// "Bahdanau et al. 2015, eq. 5", "§3.2") and numbers of the step's own goal. Wrong answers and
/// titles are exempt.
std::vector<LessonProblem> unchecked_numbers(const Lesson& lesson);

/// Positions of the numbers in `text` outside braces and \val{…}: digits with a decimal point,
/// except in names ("k1"), in a formula's index or power, and in references.
struct NumberPlace {
  std::size_t at = 0, size = 0;
};
std::vector<NumberPlace> bare_numbers(std::string_view text);

/// Lesson without problems by problems_of(), with the scenes of its steps: only these can be
/// played, so that every started lesson can be completed. Copies share their content.
class SoundLesson {
 public:
  /// Throws LessonError with the first problem, its line and the number of others; and the budget's
  /// errors.
  SoundLesson(Lesson lesson, const LessonVocabulary& vocabulary,
              LessonBudget budget = LessonBudget());

  const Lesson& lesson() const { return *lesson_; }
  const std::vector<StepScenes>& scenes() const { return *scenes_; }

 private:
  std::shared_ptr<const Lesson> lesson_;
  std::shared_ptr<const std::vector<StepScenes>> scenes_;
};

}  // namespace attn
