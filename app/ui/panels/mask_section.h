#pragma once

#include "app/session/workspace/access.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// The masks with their parameters: each can be changed, painted or taken away, and more added.
void mask_section(Ui& ui, Access access, Pen& pen);

}  // namespace attn::ui
