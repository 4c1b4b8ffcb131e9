#pragma once

#include "app/document/lessons/lesson_play.h"
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

// The pieces of the panel.

/// Draws a disc with a tick: done.
void draw_ticked(const Theme& theme, ImVec2 center, float radius, ImU32 color);

/// Draws a ring: to be done.
void draw_ring(const Theme& theme, ImVec2 center, float radius, ImU32 color);

/// Draws a rule between two parts of the panel.
void lesson_rule(Ui& ui, Pen& pen);

/// Draws the goals of the step: reached ones and the current one with its task and progress; its
/// closing sentence replaces the task once it is reached. `play`: snapshot from the start of the
/// panel.
void lesson_goals(Ui& ui, LessonAccess access, Pen& pen, const LessonPlay& play,
                  const Facts& facts);

/// Draws the prediction of the open lesson's step, which must have one: the question with its
/// answer controls, or the given answer and the true numbers.
void lesson_prediction(Ui& ui, LessonAccess access, Pen& pen, const Facts& facts);

/// Returns whether the chosen view would reveal the answer: then a text replaces it until the
/// question is answered.
bool withheld_view(Ui& ui, LessonAccess access, const Box& box);

}  // namespace attn::ui
