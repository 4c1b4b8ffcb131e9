#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/lessons/lesson_scenes.h"

namespace attn {

struct LessonProblem {
  int line = 0;  ///< from 1; 0: of the whole file
  std::string text;
  bool operator==(const LessonProblem&) const = default;
};

/// What the window has, which the document knows nothing of.
struct LessonVocabulary {
  std::function<bool(std::string_view name)> is_control;
  /// What can be hidden and locked: a part of a panel, a tab.
  std::function<bool(std::string_view name)> is_part;
  /// Whether the part can change the numbers of `other` (scene_parts.h).
  std::function<bool(std::string_view part, std::string_view other)> changes =
      [](std::string_view part, std::string_view other) { return part == other; };
  /// The parts that show the thing called `name` ("weights", "output") in numbers or pictures;
  /// with `elsewhere` those that show what it is in other scenes, as another temperature's.
  std::function<std::vector<std::string>(std::string_view name, bool elsewhere)> parts_showing =
      [](std::string_view, bool) { return std::vector<std::string>(); };
};

/// Hides what a prediction asks, in the scene in which it is asked: each part that shows a name
/// that its answer is made of, where the answer is the same before and after; and parts that show
/// such a name as it is in other scenes, in any case.
void withhold_answers(const Lesson& lesson, const LessonVocabulary& vocabulary,
                      std::vector<StepScenes>& scenes, const Progress* progress = nullptr);

/// All that is wrong with `lesson`: scenes that can't be evaluated, names that nothing has, goals
/// that hold at the start, solutions that miss them or need what is not on the stage, predictions
/// that the numbers contradict, terms that light what is not there.
/// After a scene that can't be made, nothing is said of what follows.
std::vector<LessonProblem> check_lesson(const Lesson& lesson, const LessonVocabulary& vocabulary);

/// The same where its scenes are made, in which answers are then withheld. Throws Cancelled where
/// `progress` is cancelled.
std::vector<LessonProblem> problems_of(const Lesson& lesson, std::vector<StepScenes>& scenes,
                                       const LessonVocabulary& vocabulary,
                                       const Progress* progress = nullptr);

/// The same of a lesson's text, its form included.
std::vector<LessonProblem> check_lesson_text(std::string_view text,
                                             const LessonVocabulary& vocabulary);

/// What a lesson leaves out that a learner is guided by: a stage for each step; for each goal its
/// task (do:), a hint, and closing words (after). And where the words of answers, which are plain
/// but for numbers and formulas, are written as though they could be emphasized.
std::vector<LessonProblem> missing_guidance(const Lesson& lesson);

/// A lesson in which check_lesson() finds nothing wrong, with the scenes of its steps: the only
/// kind that can be played, so that none is begun that can't be ended. Copies share what they hold.
class SoundLesson {
 public:
  /// Throws LessonError with the first that is wrong, its line and how much more there is; and what
  /// the budget throws.
  SoundLesson(Lesson lesson, const LessonVocabulary& vocabulary,
              LessonBudget budget = LessonBudget());

  const Lesson& lesson() const { return *lesson_; }
  const std::vector<StepScenes>& scenes() const { return *scenes_; }

 private:
  std::shared_ptr<const Lesson> lesson_;
  std::shared_ptr<const std::vector<StepScenes>> scenes_;
};

}  // namespace attn
