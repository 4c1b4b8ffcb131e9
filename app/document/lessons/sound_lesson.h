#pragma once

#include <memory>
#include <vector>

#include "app/document/lessons/lesson_check.h"
#include "app/document/lessons/lesson_scenes.h"

namespace attn {

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
