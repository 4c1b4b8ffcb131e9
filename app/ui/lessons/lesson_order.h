#pragma once

#include "app/document/lessons/lesson.h"
#include "app/session/workspace/lesson_access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// The tokens to be put in order, each dragged up and down, or moved by the arrow keys; once it is
/// answered, with what place they are at.
void lesson_order(Ui& ui, LessonAccess access, Pen& pen, const Prediction& prediction);

}  // namespace attn::ui
