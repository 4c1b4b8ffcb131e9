#pragma once

#include <optional>

#include "app/session/workspace/export_form.h"
#include "app/session/workspace/workspace.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Controls of an export from `pen` down, compact if `is_tight`, as far as they apply to its format
/// and view. Returns the focused control's box.
std::optional<Box> export_controls(Ui& ui, Pen& pen, const Scene& scene, ExportForm& form,
                                   bool is_tight);

}  // namespace attn::ui
