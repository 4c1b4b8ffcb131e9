#pragma once

#include "app/command/export_command.h"
#include "app/command/failure.h"

namespace attn {

/// Writes the panels of `options` as one figure. Throws Failure.
Status export_panels(const ExportOptions& options);
/// The same of the figure's file that is named in place of a scene.
Status export_figure_file(const ExportOptions& options);

}  // namespace attn
