#pragma once

#include <string>

#include "app/session/workspace/access.h"
#include "app/ui/numbers/section.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// What its heading says; `value` is kept by whoever asks.
SectionHead learn_head(const Workspace& workspace, std::string& value);

/// What is wanted of the scene, which of its numbers may move, and the run towards it. At the top
/// of the panel it `is_first`.
void learn_section(Ui& ui, Access access, Pen& pen, bool is_first = false);

}  // namespace attn::ui
