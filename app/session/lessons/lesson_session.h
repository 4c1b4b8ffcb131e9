#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/document/lessons/lesson_play.h"
#include "app/document/view/view_state.h"
#include "app/session/lessons/lesson_opening.h"
#include "app/session/lessons/lesson_way.h"
#include "app/session/training/training_desk.h"

namespace attn {

/// Content of the left panel, if it has space for only one of these.
enum class LessonSide { kLesson, kInputs, kAttention };

/// State of the view of the current step, and of an unfinished answer.
struct LessonLook {
  bool shows_hint = false;           ///< requested by the user
  std::vector<std::size_t> order{};  ///< items of an order before it is answered
  float guess = 0.5F;                ///< number before it is answered, 0…1 of its range
  bool has_guess = false;
  std::optional<double> typed_guess{};  ///< as typed, finer than the knob
  bool shows_notes = false;
  LessonSide side = LessonSide::kLesson;
  int reveals_end = 0;           ///< frames for scrolling to the end of the text
  std::optional<Cell> marked{};  ///< cell that would be the answer, in the last frame
  bool is_fresh = true;          ///< the step's text was not drawn yet: scroll to the top
};

/// Lesson open in the window.
struct LessonSession {
  LessonSession(std::string name, SoundLesson lesson)
      : id(std::move(name)), play(std::move(lesson)) {}

  std::string id;
  LessonPlay play;
  std::size_t seen = 0;                      ///< last visited step
  bool shows_all = false;                    ///< all controls instead of the step's stage
  std::optional<LessonWay> way{};            ///< solution being played
  double way_began = 0;                      ///< in the window's seconds
  std::unique_ptr<TrainingDesk> training{};  ///< of the step's network; null: none
  LessonLook look{};
  FileIdentity file{};   ///< state of the lesson's file when it was read
  FileIdentity tried{};  ///< state of the file at the last attempt to reload
};

}  // namespace attn
