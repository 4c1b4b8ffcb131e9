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

}  // namespace attn::ui
