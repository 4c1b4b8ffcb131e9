#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/workspace/export_form.h"
#include "app/session/workspace/workspace.h"
#include "app/ui/files/control_lines.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Line of an option with fixed values, in `dialog`: first the default, which is the empty text,
/// then the others, then `more`. Returns whether `word` changed.
bool choose_option(ControlLines& lines, std::string_view dialog, const FigureOption& option,
                   std::string& word, const std::vector<OptionValue>& more = {});

/// Draws the controls of an export downwards from `pen`: those that apply to its format and view,
/// with rare ones if `shows_all`; `is_tight`: less space between lines. Returns the box of the
/// control with the keyboard focus.
std::optional<Box> export_controls(Ui& ui, Pen& pen, const Scene& scene, ExportForm& form,
                                   bool& shows_all, bool is_tight);

}  // namespace attn::ui
