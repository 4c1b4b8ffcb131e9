#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "app/session/workspace/access.h"
#include "app/session/workspace/lesson_course.h"

namespace attn {

/// Access of the lesson panels for a frame: they can also control the lesson by lesson_course.h.
class LessonAccess : public Access {
 public:
  using Access::Access;

  /// The open lesson. Precondition: there is one.
  const LessonSession& lesson() const { return *workspace_->lesson(); }
  LessonLook& lesson_look() const { return workspace_->lesson()->look; }

  void start(const ShelvedLesson& lesson, std::size_t step) const {
    start_lesson(*workspace_, lesson, step);
  }
  void leave() const { leave_lesson(*workspace_); }
  void go_to_step(std::size_t n) const { go_to_lesson_step(*workspace_, n); }
  void go_on() const { go_on_in_lesson(*workspace_); }
  void go_back() const { go_back_in_lesson(*workspace_); }
  void answer(PredictionAnswer answer) const { answer_lesson(*workspace_, std::move(answer)); }
  void see_goals() const { see_lesson_goals(*workspace_); }
  void show_way(double now) const { show_lesson_way(*workspace_, now); }
  std::vector<Source> follow_way(double now) const { return follow_lesson_way(*workspace_, now); }
};

}  // namespace attn
