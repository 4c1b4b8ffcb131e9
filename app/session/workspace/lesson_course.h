#pragma once

#include <cstddef>
#include <string>

#include "app/session/workspace/workspace.h"

namespace attn {

/// Opens a lesson at `step`, where the full check finds nothing wrong with it; what is open waits
/// for its end. A lesson that is wrong is told in the workspace's message, and not opened. It is
/// read and checked beside the window: follow_lesson_opening() then begins it.
void start_lesson(Workspace& workspace, const ShelvedLesson& lesson, std::size_t step = 0);

/// Begins the lesson that was read, or tells what is wrong. To be called at the start of each
/// frame.
void follow_lesson_opening(Workspace& workspace);

/// The own scene is back as it was.
void leave_lesson(Workspace& workspace);

/// Goes to the start of step `n` of the open lesson, as one step of the history; past its last one
/// the lesson is left.
void go_to_lesson_step(Workspace& workspace, std::size_t n);

/// What comes after a step that is done; keeps the progress.
void finish_lesson_step(Workspace& workspace);

/// Gives the answer to the prediction that is asked.
void answer_lesson(Workspace& workspace, PredictionAnswer answer);

/// Opens what was dropped onto the window: a lesson, a folder of lessons (see start_lesson()), or a
/// scene.
void open_dropped(Workspace& workspace, const std::string& path);

}  // namespace attn
