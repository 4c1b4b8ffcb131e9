#pragma once

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Controls above the curve: the textbook's sample and its true function, noise, and kernel width;
/// if the scene is no curve, a button that creates one.
void curve_controls(Ui& ui, Access access, Pen& pen);

/// Replaces the scene by the textbook's example, as one undo step.
void make_textbook_example(Access access);

}  // namespace attn::ui
