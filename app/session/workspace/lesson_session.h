#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/document/lessons/lesson_play.h"
#include "app/document/view/view_state.h"
#include "app/session/training/training_desk.h"
#include "app/session/workspace/lesson_file_state.h"
#include "app/session/workspace/lesson_way.h"

namespace attn {

/// What the left panel shows where it has no room for more than one.
enum class LessonSide { kLesson, kInputs, kAttention };

/// How the step of the open lesson is looked at, and what a person is about to answer.
struct LessonLook {
  bool shows_hint = false;           ///< it was asked for
  std::vector<std::size_t> order{};  ///< an order that is not given yet: the items, in it
  float guess = 0.5F;                ///< a number that is not given yet, 0…1 of its range
  bool has_guess = false;
  std::optional<double> typed_guess{};  ///< as it was typed, finer than the knob's places
  bool shows_notes = false;
  LessonSide side = LessonSide::kLesson;
  int reveals_end = 0;           ///< frames in which the end of the text is scrolled to
  std::optional<Cell> marked{};  ///< the cell that would be the answer, in the last frame
  bool is_fresh = true;          ///< the step's text was not drawn yet: it begins at its top
};

/// The lesson that is open in the window.
struct LessonSession {
  LessonSession(std::string name, SoundLesson lesson)
      : id(std::move(name)), play(std::move(lesson)) {}

  std::string id;
  LessonPlay play;
  std::size_t seen = 0;                      ///< the last of the steps that were come to
  bool shows_all = false;                    ///< all controls, in place of the step's stage
  std::optional<LessonWay> way{};            ///< the solution, while it is played
  double way_began = 0;                      ///< in the window's seconds
  std::unique_ptr<TrainingDesk> training{};  ///< of the step's network; null: none learns
  LessonLook look{};
  LessonFileState file{};   ///< of its file, when it was read
  LessonFileState tried{};  ///< likewise, when it was to be read again
};

}  // namespace attn
