#pragma once

#include "app/document/lessons/lesson_play.h"
#include "app/session/workspace/lesson_access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// How high it is, at scale 1.
inline constexpr float kLessonFoot = 48;

/// The panel's foot: a hint, or the way, or back; and on, which is tonal until the step is done.
/// Does what is pressed. `play` is as the panel began with it.
void lesson_foot(Ui& ui, LessonAccess access, const Box& box, const LessonPlay& play, bool is_done);

/// Goes on from a step that is done: to the next, or from the last to the next lesson, where there
/// is one, else out.
void go_on_in_lesson(LessonAccess access);
/// To the step's start, and from there to the step before.
void go_back_in_lesson(LessonAccess access);
/// Whether the step is as when it began.
bool is_at_start_of_step(const Workspace& workspace);

}  // namespace attn::ui
