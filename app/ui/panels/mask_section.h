#pragma once

#include "app/session/workspace/session.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// The masks with their parameters: each can be changed, painted or taken away, and more added.
void mask_section(Ui& ui, Session& session, Pen& pen);

}  // namespace attn::ui
