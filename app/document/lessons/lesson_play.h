#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "app/document/lessons/lesson_check.h"
#include "app/document/lessons/lesson_prediction.h"

namespace attn {

/// Where somebody is in a lesson. The scene itself is the window's: it is told here what it has to
/// become, and says what it is.
class LessonPlay {
 public:
  explicit LessonPlay(SoundLesson lesson) : lesson_(std::move(lesson)) {}

  const Lesson& lesson() const { return lesson_.lesson(); }
  std::size_t at() const { return at_; }
  bool is_last() const { return at_ + 1 == lesson().steps.size(); }
  const LessonStep& step() const { return lesson().steps[at_]; }
  const StepScenes& scenes() const { return lesson_.scenes()[at_]; }

  /// Goes to the beginning of step `n`: the scene becomes scenes().start.
  void go_to(std::size_t n);

  bool is_asked() const { return step().prediction && !answer_; }
  /// Takes the answer to the prediction, which must be asked: the scene becomes scenes().shown.
  void answer(PredictionAnswer answer);
  /// Null before.
  const PredictionAnswer* answer() const { return answer_ ? &*answer_ : nullptr; }
  bool was_right() const { return was_right_; }

  /// The facts of the step with `now` as the scene, and `view` as what is looked at: null as the
  /// scene says.
  Facts facts(const Evaluation& now, const ViewState* view = nullptr) const {
    Facts facts = scenes().untrained(now);
    facts.view = view;
    if (facts.learned != nullptr && learned_) facts.learned = &*learned_;
    return facts;
  }
  /// The facts in which the answer to the prediction shows.
  Facts facts_shown() const { return scenes().trained(scenes().shown); }
  /// What the step's network has learned by now.
  void see_learned(LearnedFacts learned) { learned_ = std::move(learned); }
  /// How many goals were reached, one after the other: what was reached stays reached.
  std::size_t reached() const { return reached_; }
  /// What goal `n` was reached with: what is said of it stays true of that while the next is worked
  /// on, or while somebody goes on from there to where it holds no more. While the last one holds,
  /// `now`.
  Facts facts_reached(std::size_t n, const Facts& now) const;
  /// The goal that is to be reached; null where there is none, or none is left.
  const LessonGoal* goal() const {
    return !is_asked() && reached_ < step().goals.size() ? &step().goals[reached_] : nullptr;
  }
  /// Whether that one holds there.
  bool goal_holds(const Evaluation& now, const ViewState* view = nullptr) const;
  /// Takes what holds there as reached. To be called where nothing is under way, as a drag is that
  /// may only pass.
  void see(const Evaluation& now, const ViewState* view = nullptr);
  /// Whether the step is at its end there: answered, and its last goal holds or was reached.
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
  std::vector<ReachedWith> reached_with_;  ///< of each goal that was reached
  std::optional<LearnedFacts> learned_;
};

}  // namespace attn
