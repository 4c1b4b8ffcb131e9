#pragma once

#include "app/session/lessons/lesson_course.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Panel of the open lesson's step: progress, text, prediction, goals, and buttons for back and
/// continue. Precondition: a lesson is open.
void lesson_panel(Ui& ui, LessonAccess access, const Box& box);

/// Handles Space, Backspace and F6 for the open lesson; call it if no text field has the focus.
void lesson_keys(Ui& ui, LessonAccess access);

/// Handles Space at the end of a frame, if no control has used it, for example a focused field
/// without typing.
void take_lesson_space(Ui& ui, LessonAccess access);

/// Choice "Lesson | Inputs" in the left panel's first line if the window has space for one of them;
/// with `is_tight` also "How", the right panel. Moves `box` below it; returns the side to draw.
LessonSide choose_side(Ui& ui, LessonAccess access, Box& box, bool is_tight);

/// Draws the menu of lessons. Returns whether to open the file browser for one.
bool lessons_menu(Ui& ui, LessonAccess access);

}  // namespace attn::ui
