#pragma once

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// What stands above the curve: the sample of the textbook and its truth, its noise, the kernel's
/// width; where the scene is no curve, the way to one.
void curve_controls(Ui& ui, Access access, Pen& pen);

/// Makes the scene the textbook's example, as one step of the history.
void make_textbook_example(Access access);

}  // namespace attn::ui
