#pragma once

#include "app/command/export_command.h"
#include "app/command/failure.h"

namespace attn {

/// Writes the panels of `options` as one figure. Throws Failure.
Status export_panels(const ExportOptions& options);
/// Exports a figure from a figure file given instead of a scene.
Status export_figure_file(const ExportOptions& options);

}  // namespace attn
