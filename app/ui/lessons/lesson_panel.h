#pragma once

#include "app/session/workspace/lesson_access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// The open lesson's step: where in the lesson it is, its text, its prediction, its goals, and the
/// ways on and back. Only while there is a lesson.
void lesson_panel(Ui& ui, LessonAccess access, const Box& box);

/// Space, Backspace and F6 of the open lesson; for where no text is typed.
void lesson_keys(Ui& ui, LessonAccess access);

/// Space alone, for the end of a frame: when no control has taken it, a field that has the keyboard
/// but where nothing is typed any more, say.
void take_lesson_space(Ui& ui, LessonAccess access);

/// "Lesson | Inputs", where the window has room for one of them: in the left panel's first line;
/// with `is_tight` also "How", the right panel. Moves `box` below it; answers what is to be drawn.
LessonSide choose_side(Ui& ui, LessonAccess access, Box& box, bool is_tight);

/// The menu of lessons. Answers whether one is to be looked for among the files.
bool lessons_menu(Ui& ui, LessonAccess access);

}  // namespace attn::ui
