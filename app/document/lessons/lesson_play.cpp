#include "app/document/lessons/lesson_play.h"

#include <algorithm>
#include <utility>

#include "app/document/expressions/lesson_error.h"

namespace attn {

void LessonPlay::go_to(std::size_t n) {
  at_ = std::min(n, lesson().steps.size() - 1);
  answer_.reset();
  was_right_ = false;
}

void LessonPlay::answer(PredictionAnswer answer) {
  try {
    was_right_ = is_right(*step().prediction, answer, facts(scenes().shown));
  } catch (const LessonError&) {
    was_right_ = false;
  }
  answer_ = std::move(answer);
}

bool LessonPlay::goal_holds(const Evaluation& now, const ViewState* view) const {
  return hold(step().goal, facts(now, view));
}

}  // namespace attn
