#pragma once

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// The losses of the run, and below them a slider over its steps: the scene goes back to the one
/// that it is dragged to. Nothing where there was no run.
void learn_curve(Ui& ui, Access access, Pen& pen);

}  // namespace attn::ui
