#pragma once

#include "app/ui/session.h"
#include "app/ui/widgets.h"

namespace attn::ui {

/// The open lesson's step: its text, its prediction, whether its goal is met, and the ways on and
/// back. Only while there is a lesson.
void lesson_panel(Ui& ui, Session& session, const Box& box);

/// Space, Backspace and F6 of the open lesson; for where no text is typed.
void lesson_keys(Ui& ui, Session& session);

/// "Lesson | Inputs", where the window has room for one of them: in the left panel's first line.
/// Moves `box` below it, and answers whether the lesson is to be drawn.
bool lesson_or_inputs(Ui& ui, Session& session, Box& box);

/// The menu of lessons.
void lessons_menu(Ui& ui, Session& session);

}  // namespace attn::ui
