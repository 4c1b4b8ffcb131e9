#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/document/lesson.h"
#include "app/document/lesson_prediction.h"

namespace attn {

/// What the scene is in the course of a step.
struct StepScenes {
  Evaluation start;
  Evaluation shown;   ///< once the prediction is answered
  Evaluation solved;  ///< by the lesson's own solution
};

/// The scenes of all steps: each begins with what the one before was solved to. What a step's view
/// hides and locks ends with it, or with its prediction. Throws LessonError with a line.
std::vector<StepScenes> scenes_of(const Lesson& lesson);

/// Scene and trace together. Throws SceneError.
Evaluation evaluated(Scene scene);

/// Where somebody is in a lesson. The scene itself is the window's: it is told here what it has to
/// become, and says what it is.
class LessonPlay {
 public:
  /// Throws LessonError as scenes_of() does.
  explicit LessonPlay(Lesson lesson);

  const Lesson& lesson() const { return *lesson_; }
  std::size_t at() const { return at_; }
  bool is_last() const { return at_ + 1 == lesson_->steps.size(); }
  const LessonStep& step() const { return lesson_->steps[at_]; }
  const StepScenes& scenes() const { return (*scenes_)[at_]; }

  /// Goes to the beginning of step `n`: the scene becomes scenes().start.
  void go_to(std::size_t n);

  bool is_asked() const { return step().prediction && !answer_; }
  /// Takes the answer to the prediction, which must be asked: the scene becomes scenes().shown.
  void answer(PredictionAnswer answer);
  /// Null before.
  const PredictionAnswer* answer() const { return answer_ ? &*answer_ : nullptr; }
  bool was_right() const { return was_right_; }

  /// The facts of the step with `now` as the scene.
  Facts facts(const Evaluation& now) const { return {now, scenes().start, {}}; }
  /// Whether the goal holds for `now`; where the step has none it does.
  bool goal_holds(const Evaluation& now) const;
  /// Whether the step is at its end: answered, and its goal holds.
  bool is_done(const Evaluation& now) const { return !is_asked() && goal_holds(now); }

 private:
  // Shared by copies, which are made for each frame.
  std::shared_ptr<const Lesson> lesson_;
  std::shared_ptr<const std::vector<StepScenes>> scenes_;
  std::size_t at_ = 0;
  std::optional<PredictionAnswer> answer_;
  bool was_right_ = false;
};

/// Whether all conditions hold; one that can't be told does not.
bool hold(const std::vector<LessonCondition>& conditions, const Facts& facts);

}  // namespace attn
