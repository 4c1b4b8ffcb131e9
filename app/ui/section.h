#pragma once

#include <string_view>

#include "app/document/view_state.h"
#include "app/ui/widgets.h"

namespace attn::ui {

/// The heading of a part of a panel, which folds where it is clicked and can be pinned for
/// presenter mode. Answers whether the part is to be drawn; one that is hidden, or in presenter
/// mode not pinned, is not there at all. One that is locked can't be changed until the next begins.
bool begin_section(Ui& ui, ViewState& view, Pen& pen, std::string_view id, std::string_view title,
                   std::string_view hint = "");

/// What is drawn from now on can be looked at but not changed, or can again. Ends with each
/// section; a panel ends it after its last one.
void lock_controls(Ui& ui, bool is_locked);

}  // namespace attn::ui
