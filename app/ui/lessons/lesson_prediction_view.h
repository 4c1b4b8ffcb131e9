#pragma once

#include "app/session/workspace/lesson_access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// The prediction of the open lesson's step, which must have one: the question and the ways to
/// answer it, or what was answered and what the numbers show.
void lesson_prediction(Ui& ui, LessonAccess access, Pen& pen, const Facts& facts);

/// Whether the view that is chosen shows what the open lesson asks: then words are drawn in its
/// place, until it is answered.
bool withheld_view(Ui& ui, Access access, const Box& box);

}  // namespace attn::ui
