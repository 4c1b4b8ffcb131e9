#pragma once

#include "app/session/workspace/access.h"
#include "app/session/workspace/mask_paint.h"

namespace attn {

// How the open scene learns (app/session/learning), as the document takes it: one run is one step
// of its history. A run ends where anything else changes the scene.

/// Takes the steps that were made beside the window into the scene, and begins the next ones. To be
/// called once a frame; answers whether another frame is wanted soon.
bool follow_learning(Access access);

/// Begins, or goes on from the step that is shown.
void play_learning(Access access);
void pause_learning(Access access);
/// One step, and then it rests.
void step_learning(Access access);
/// The scene as it was after that step of the run, or the nearest to it that was kept.
void look_at_learned(Access access, Index step);

/// Whether there is anything that is wanted.
bool has_goal(const Workspace& workspace);
void choose_goal(Access access, Goal goal);
/// Of the outputs: as they are now.
void begin_outputs(Access access);
/// Paints the target of the head that is looked at, or rubs it out.
void paint_target(Access access, const MaskStroke& stroke, bool rubs_out);

}  // namespace attn
