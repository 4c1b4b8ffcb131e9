#include "app/document/lessons/lesson_play.h"

#include <algorithm>

#include "app/document/expressions/lesson_error.h"

namespace attn {

void LessonPlay::go_to(std::size_t n) {
  at_ = std::min(n, lesson().steps.size() - 1);
  answer_.reset();
  was_right_ = false;
  reached_ = 0;
  reached_with_.clear();
  learned_.reset();
}

void LessonPlay::answer(PredictionAnswer answer) {
  try {
    was_right_ = is_right(*step().prediction, answer, facts_shown());
  } catch (const LessonError&) {
    was_right_ = false;
  }
  answer_ = std::move(answer);
}

bool LessonPlay::goal_holds(const Evaluation& now, const ViewState* view) const {
  return goal() != nullptr && hold(goal()->conditions, facts(now, view));
}

void LessonPlay::see(const Evaluation& now, const ViewState* view) {
  while (goal_holds(now, view)) {
    ++reached_;
    reached_with_.push_back({now, learned_});
  }
}

Facts LessonPlay::facts_reached(std::size_t n, const Facts& now) const {
  if (n >= reached_with_.size()) return now;
  const std::vector<LessonGoal>& goals = step().goals;
  if (n + 1 == goals.size() && hold(goals[n].conditions, now)) return now;
  const ReachedWith& with = reached_with_[n];
  Facts facts = scenes().untrained(with.scene);
  if (facts.learned != nullptr && with.learned) facts.learned = &*with.learned;
  return facts;
}

bool LessonPlay::is_done(const Evaluation& now, const ViewState* view) const {
  if (is_asked()) return false;
  const std::size_t left = step().goals.size() - reached_;
  return left == 0 || (left == 1 && goal_holds(now, view));
}

}  // namespace attn
