#pragma once

#include <cstddef>
#include <optional>

#include "app/document/lessons/lesson.h"
#include "app/document/lessons/lesson_play.h"
#include "app/session/workspace/lesson_access.h"
#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

// The pieces of the open lesson's panel (lesson_panel.h).

/// A disc with a tick in it: done.
void draw_ticked(ImDrawList* list, const Theme& theme, ImVec2 center, float radius, ImU32 color);

/// A ring, hollow: to be done.
void draw_ring(ImDrawList* list, const Theme& theme, ImVec2 center, float radius, ImU32 color);

/// A line between two parts of the panel.
void lesson_rule(Ui& ui, Pen& pen);

/// The open lesson's title, "step 3 of 6", and a dot for each step with its title below where there
/// is room for it: those that are done ticked, the present one ringed, those to come hollow.
/// Answers which was pressed: one that was seen already, in presenter mode any.
std::optional<std::size_t> lesson_steps(Ui& ui, const Workspace& workspace, Pen& pen);

/// The goals of the step, those that were reached and the one that is to be: its task, how far it
/// is, and in the same place what is said once it is reached. `play` is as the panel began with it.
void lesson_goals(Ui& ui, const Workspace& workspace, Pen& pen, const LessonPlay& play,
                  const Facts& facts);

/// The prediction of the open lesson's step, which must have one: the question and the ways to
/// answer it, or what was answered and what the numbers show.
void lesson_prediction(Ui& ui, LessonAccess access, Pen& pen, const Facts& facts);

/// Whether the view that is chosen shows what the open lesson asks: then words are drawn in its
/// place, until it is answered.
bool withheld_view(Ui& ui, Access access, const Box& box);

/// The line for a number that is predicted: the guess, dragged or typed; and once it is answered,
/// what it is, on the same line. Answers whether there is a guess.
bool lesson_guess(Ui& ui, LessonAccess access, Pen& pen, const Prediction& prediction);

/// The number that is guessed now: as it was typed, or where the knob is, a hundredth of the range
/// apart, and whole where no more is asked.
double guess_of(const Prediction& prediction, const LessonLook& look);

/// Whether the number that was answered is, as it is written, the one that is right.
bool is_exact(const LessonPlay& play);

/// The tokens to be put in order, each dragged up and down, or moved by the arrow keys; once it is
/// answered, with what place they are at.
void lesson_order(Ui& ui, LessonAccess access, Pen& pen, const Prediction& prediction);

/// How high it is, at scale 1.
inline constexpr float kLessonFoot = 48;

/// The panel's foot: a hint, or the way, or back; and on, which is tonal until the step is done.
/// Does what is pressed. `play` is as the panel began with it.
void lesson_foot(Ui& ui, LessonAccess access, const Box& box, const LessonPlay& play, bool is_done);

}  // namespace attn::ui
