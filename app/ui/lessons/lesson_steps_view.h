#pragma once

#include <cstddef>
#include <optional>

#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// The open lesson's title, "step 3 of 6", and a dot for each step with its title below where there
/// is room for it: those that are done ticked, the present one ringed, those to come hollow.
/// Answers which was pressed: one that was seen already, in presenter mode any.
std::optional<std::size_t> lesson_steps(Ui& ui, const Workspace& workspace, Pen& pen);

}  // namespace attn::ui
