#pragma once

#include <cstddef>
#include <optional>

#include "app/document/lessons/lesson.h"
#include "app/document/lessons/lesson_play.h"
#include "app/session/lessons/lesson_course.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

// The pieces of the open lesson's panel (lesson_panel.h).

/// Draws a disc with a tick: done.
void draw_ticked(ImDrawList* list, const Theme& theme, ImVec2 center, float radius, ImU32 color);

/// Draws a ring: to be done.
void draw_ring(ImDrawList* list, const Theme& theme, ImVec2 center, float radius, ImU32 color);

/// Draws a rule between two parts of the panel.
void lesson_rule(Ui& ui, Pen& pen);

/// Draws the open lesson's title, "step 3 of 6", and a dot for each step with its title below if it
/// fits: done ones ticked, the current one ringed, later ones hollow. Returns the clicked step: one
/// already seen, in presenter mode any.
std::optional<std::size_t> lesson_steps(Ui& ui, LessonAccess access, Pen& pen);

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

/// Line for a predicted number: the guess, dragged or typed; after the answer also the true number.
/// Returns whether there is a guess.
bool lesson_guess(Ui& ui, LessonAccess access, Pen& pen, const Prediction& prediction);

/// The current guess: as typed, or at the knob in steps of a hundredth of the range, rounded to an
/// integer if the question asks for one.
double guess_of(const Prediction& prediction, const LessonLook& look);

/// Returns whether the answered number equals the true one as written.
bool is_exact(const LessonPlay& play);

/// List of tokens to sort by dragging up and down or by arrow keys; after the answer, with their
/// right places.
void lesson_order(Ui& ui, LessonAccess access, Pen& pen, const Prediction& prediction);

/// Its height at scale 1.
inline constexpr float kLessonFoot = 48;

/// Footer of the panel: at the left a hint, the solution, or Back; at the right the button to
/// continue, tonal until the step is done. Carries out clicks. `play`: snapshot from the start of
/// the panel.
void lesson_foot(Ui& ui, LessonAccess access, const Box& box, const LessonPlay& play, bool is_done);

}  // namespace attn::ui
