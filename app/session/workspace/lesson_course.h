#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/session/workspace/workspace.h"

namespace attn {

/// Opens a lesson at `step` if the full check finds no problem; the open scene is set aside.
/// Problems are reported in the workspace's message. Reading and checking run in the background:
/// follow_lesson_opening() then starts the lesson.
void start_lesson(Workspace& workspace, const ShelvedLesson& lesson, std::size_t step = 0);

/// Starts the lesson that was read, or reports its problems. Call it at the start of each frame.
void follow_lesson_opening(Workspace& workspace);

/// Reloads the open lesson, and restarts its step, if its file has changed since it was read. Call
/// it from time to time.
void follow_lesson_file(Workspace& workspace);

/// Lesson after the open one: among the built-in ones, or in its folder.
std::optional<ShelvedLesson> next_lesson(const Workspace& workspace);

/// Closes the lesson, and restores the own scene.
void leave_lesson(Workspace& workspace);

/// Goes to the start of step `n` of the open lesson, as one undo step; beyond the last one the
/// lesson is closed.
void go_to_lesson_step(Workspace& workspace, std::size_t n);

/// Shows all controls instead of the stage of the current step.
void show_all_controls(Workspace& workspace, bool shows_all);

/// Plays the solution of the current goal from its start; `now` in the seconds of
/// follow_lesson_way(), which must be called in each frame while lesson->way exists. Ends if the
/// scene is changed meanwhile. Returns the sources to highlight.
void show_lesson_way(Workspace& workspace, double now);
std::vector<Source> follow_lesson_way(Workspace& workspace, double now);

/// Marks goals that hold as reached, if no gesture and no solution is in progress.
void see_lesson_goals(Workspace& workspace);

/// Continues after a completed step, or closes the lesson after the last; saves the progress.
void finish_lesson_step(Workspace& workspace);
/// Goes to the next step; from the last step to the next lesson, if there is one.
void go_on_in_lesson(Workspace& workspace);
/// Goes to the step's start, and from there to the previous step.
void go_back_in_lesson(Workspace& workspace);
/// Returns whether the step is in its initial state.
bool is_at_start_of_step(const Workspace& workspace);

/// Answers the open prediction.
void answer_lesson(Workspace& workspace, PredictionAnswer answer);

/// Opens `path`, dropped onto the window or chosen: a lesson at `step`, a folder of lessons (see
/// start_lesson()), or a scene.
void open_path(Workspace& workspace, const std::string& path, std::size_t step = 0);

}  // namespace attn
