#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/session/workspace/workspace.h"

namespace attn {

/// Opens a lesson at `step`, where the full check finds nothing wrong with it; what is open waits
/// for its end. A lesson that is wrong is told in the workspace's message, and not opened. It is
/// read and checked beside the window: follow_lesson_opening() then begins it.
void start_lesson(Workspace& workspace, const ShelvedLesson& lesson, std::size_t step = 0);

/// Begins the lesson that was read, or tells what is wrong. To be called at the start of each
/// frame.
void follow_lesson_opening(Workspace& workspace);

/// Reads the open lesson again, and begins its step anew, where its file is another than it was
/// when it was read. To be called now and then.
void follow_lesson_file(Workspace& workspace);

/// The lesson after the open one, where there is one beside it: among those built in, or in its
/// folder.
std::optional<ShelvedLesson> next_lesson(const Workspace& workspace);

/// The own scene is back as it was.
void leave_lesson(Workspace& workspace);

/// Goes to the start of step `n` of the open lesson, as one step of the history; past its last one
/// the lesson is left.
void go_to_lesson_step(Workspace& workspace, std::size_t n);

/// Whether all controls are there, in place of the stage that the open lesson's step has.
void show_all_controls(Workspace& workspace, bool shows_all);

/// Shows how the goal that is to be reached is reached, from where it begins; `now` in the seconds
/// of follow_lesson_way(), which is to be called in each frame while lesson->way is there. Where
/// the scene is changed meanwhile, it ends. Answers what is to be lit.
void show_lesson_way(Workspace& workspace, double now);
std::vector<Source> follow_lesson_way(Workspace& workspace, double now);

/// Takes the goals as reached that hold, where nothing is under way: no drag, no way that is shown.
void see_lesson_goals(Workspace& workspace);

/// What comes after a step that is done, and after the last one out; keeps the progress.
void finish_lesson_step(Workspace& workspace);
/// The same, but from the last step to the next lesson, where there is one.
void go_on_in_lesson(Workspace& workspace);
/// To the step's start, and from there to the step before.
void go_back_in_lesson(Workspace& workspace);
/// Whether the step is as when it began.
bool is_at_start_of_step(const Workspace& workspace);

/// Gives the answer to the prediction that is asked.
void answer_lesson(Workspace& workspace, PredictionAnswer answer);

/// Opens what stands at `path`, was dropped onto the window or chosen: a lesson at `step`, a folder
/// of lessons (see start_lesson()), or a scene.
void open_path(Workspace& workspace, const std::string& path, std::size_t step = 0);

}  // namespace attn
