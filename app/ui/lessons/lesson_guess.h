#pragma once

#include "app/document/lessons/lesson_play.h"
#include "app/session/workspace/lesson_access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// The line for a number that is predicted: the guess, dragged or typed; and once it is answered,
/// what it is, on the same line. Answers whether there is a guess.
bool lesson_guess(Ui& ui, LessonAccess access, Pen& pen, const Prediction& prediction);

/// The number that is guessed now: as it was typed, or where the knob is, a hundredth of the range
/// apart, and whole where no more is asked.
double guess_of(const Prediction& prediction, const LessonLook& look);

/// Whether the number that was answered is, as it is written, the one that is right.
bool is_exact(const LessonPlay& play);

}  // namespace attn::ui
