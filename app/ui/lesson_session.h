#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/document/lessons/lesson_play.h"
#include "app/document/lessons/lesson_shelf.h"
#include "app/ui/lesson_opening.h"

namespace attn::ui {

class Session;

/// What the left panel shows where it has no room for more than one.
enum class LessonSide { kLesson, kInputs, kAttention };

/// The lesson that is open in the window, and what a person is about to answer.
struct LessonSession {
  LessonSession(std::string name, SoundLesson lesson)
      : id(std::move(name)), play(std::move(lesson)) {}

  std::string id;
  LessonPlay play;
  std::vector<std::size_t> order{};  ///< an order that is not given yet: the items so far
  float guess = 0.5F;                ///< a number that is not given yet, 0…1 of its range
  bool has_guess = false;
  bool shows_notes = false;
  LessonSide side = LessonSide::kLesson;
  int reveals_end = 0;           ///< frames in which the end of the text is scrolled to
  std::optional<Cell> marked{};  ///< the cell that would be the answer, in the last frame
  bool is_fresh = true;          ///< the step's text was not drawn yet: it begins at its top
};

/// Opens a lesson at `step`, where the full check finds nothing wrong with it; what is open waits
/// for its end. A lesson that is wrong is told in the session's message, and not opened. It is read
/// and checked beside the window: follow_lesson_opening() then begins it.
void start_lesson(Session& session, const ShelvedLesson& lesson, std::size_t step = 0);

/// Begins the lesson that was read, or tells what is wrong. To be called at the start of each
/// frame.
void follow_lesson_opening(Session& session);

/// The own scene is back as it was.
void leave_lesson(Session& session);

/// Goes to the start of step `n` of the open lesson, as one step of the history; past its last one
/// the lesson is left.
void go_to_lesson_step(Session& session, std::size_t n);

/// What comes after a step that is done; keeps the progress.
void finish_lesson_step(Session& session);

/// Gives the answer to the prediction that is asked.
void answer_lesson(Session& session, PredictionAnswer answer);

/// Opens what was dropped onto the window: a lesson, a folder of lessons (see start_lesson()), or a
/// scene.
void open_dropped(Session& session, const std::string& path);

}  // namespace attn::ui
