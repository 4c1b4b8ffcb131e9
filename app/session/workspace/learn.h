#pragma once

#include "app/session/workspace/access.h"
#include "app/session/workspace/mask_paint.h"

namespace attn {

// Training of the open scene (app/session/learning) through the document: one run is one undo step.
// A run ends if anything else changes the scene.

/// Applies the steps computed in the background to the scene, and starts the next ones. Call it
/// once per frame; returns whether another frame is needed soon.
bool follow_learning(Access access);

/// Starts, or continues from the shown step.
void play_learning(Access access);
void pause_learning(Access access);
/// Makes one training step, and pauses.
void step_learning(Access access);
/// Shows the scene after `step` of the run, or the nearest stored scene.
void look_at_learned(Access access, Index step);

/// Returns whether there is a goal.
bool has_goal(const Workspace& workspace);
void choose_goal(Access access, Goal goal);
/// Sets the target outputs to the current ones.
void begin_outputs(Access access);
/// Paints or erases the target of the selected head.
void paint_target(Access access, const MaskStroke& stroke, bool rubs_out);

}  // namespace attn
