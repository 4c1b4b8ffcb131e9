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

/// The line of an option that has values, in `dialog`: the usual one, whose word is empty, then the
/// others, then `more`. Answers whether `word` is another now.
bool choose_option(ControlLines& lines, std::string_view dialog, const FigureOption& option,
                   std::string& word, const std::vector<OptionValue>& more = {});

/// The controls of an export, from `pen` down, close together where `is_tight`: those that mean
/// something for its format and view, the rare ones where `shows_all`.
/// Answers where the one is that has the keyboard.
std::optional<Box> export_controls(Ui& ui, Pen& pen, const Scene& scene, ExportForm& form,
                                   bool& shows_all, bool is_tight);

}  // namespace attn::ui
