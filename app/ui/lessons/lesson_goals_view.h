#pragma once

#include "app/document/lessons/lesson_play.h"
#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// The goals of the step, those that were reached and the one that is to be: its task, how far it
/// is, and in the same place what is said once it is reached. `play` is as the panel began with it.
void lesson_goals(Ui& ui, const Workspace& workspace, Pen& pen, const LessonPlay& play,
                  const Facts& facts);

}  // namespace attn::ui
