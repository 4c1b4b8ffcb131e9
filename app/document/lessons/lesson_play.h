#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/document/lessons/lesson_check.h"
#include "app/document/lessons/lesson_prediction.h"

namespace attn {

/// Progress of a user in a lesson. The window owns the scene: it receives the scenes of the lesson
/// from here, and reports its own.
class LessonPlay {
 public:
  explicit LessonPlay(SoundLesson lesson) : lesson_(std::move(lesson)) {}

  const Lesson& lesson() const { return lesson_.lesson(); }
  std::size_t at() const { return at_; }
  bool is_last() const { return at_ + 1 == lesson().steps.size(); }
  const LessonStep& step() const { return lesson().steps[at_]; }
  const StepScenes& scenes() const { return lesson_.scenes()[at_]; }

  /// Goes to the start of step `n`: the scene becomes scenes().start.
  void go_to(std::size_t n);

  bool is_asked() const { return step().prediction && !answer_; }
  /// Answers the prediction, which must be open: the scene becomes scenes().shown.
  void answer(PredictionAnswer answer);
  /// Null before the answer.
  const PredictionAnswer* answer() const { return answer_ ? &*answer_ : nullptr; }
  bool was_right() const { return was_right_; }

  /// Facts of the step for the scene `now` and the view state `view`; null: that of the scene.
  Facts facts(const Evaluation& now, const ViewState* view = nullptr) const {
    Facts facts = scenes().untrained(now);
    facts.view = view;
    if (facts.learned != nullptr && learned_) facts.learned = &*learned_;
    return facts;
  }
  /// Facts that show the answer to the prediction.
  Facts facts_shown() const { return scenes().trained(scenes().shown); }
  /// Sets the current results of the step's network.
  void set_learned(LearnedFacts learned) { learned_ = std::move(learned); }
  /// Number of reached goals; reached goals stay reached.
  std::size_t reached() const { return reached_; }
  /// Facts for the closing text of goal `n`: those when it was reached, so that the text stays true
  /// while the user continues; `now` while the last goal holds.
  Facts facts_reached(std::size_t n, const Facts& now) const;
  /// The current goal; null if there is none, or all are reached.
  const LessonGoal* goal() const {
    return !is_asked() && reached_ < step().goals.size() ? &step().goals[reached_] : nullptr;
  }
  /// Returns whether the current goal holds.
  bool goal_holds(const Evaluation& now, const ViewState* view = nullptr) const;
  /// Marks goals that hold as reached. Call it between gestures: a drag may only pass through.
  void note_reached_goals(const Evaluation& now, const ViewState* view = nullptr);
  /// Returns whether the step is complete: answered, and its last goal holds or was reached.
  bool is_done(const Evaluation& now, const ViewState* view = nullptr) const;

 private:
  SoundLesson lesson_;
  std::size_t at_ = 0;
  std::optional<PredictionAnswer> answer_;
  bool was_right_ = false;
  std::size_t reached_ = 0;
  struct ReachedWith {
    Evaluation scene;
    std::optional<LearnedFacts> learned;
  };
  std::vector<ReachedWith> reached_with_;  ///< one for each reached goal
  std::optional<LearnedFacts> learned_;
};

/// Progress towards a goal, by a number in its condition.
struct GoalDistance {
  double share = 0;       ///< share of the way, 0…1
  std::string now, mark;  ///< "0.88" and "of 0.99"
};

/// State of a goal.
struct GoalState {
  bool holds = false;
  /// Distance of the first violated condition that compares numbers; empty if there is none.
  std::optional<GoalDistance> distance;
  /// A condition that held at the start no longer holds.
  bool has_spoiled = false;
};

/// State of a goal for `now`, if its step started with `before`.
GoalState state_of(const LessonGoal& goal, const Facts& now, const Facts& before);

}  // namespace attn
