#pragma once

#include <string_view>

#include "app/document/view_state.h"
#include "app/ui/widgets.h"

namespace attn::ui {

/// The heading of a part of a panel, which folds where it is clicked and can be pinned for
/// presenter mode. Answers whether the part is to be drawn; in presenter mode one that is not
/// pinned is not there at all.
bool begin_section(Ui& ui, ViewState& view, Pen& pen, std::string_view id, std::string_view title,
                   std::string_view hint = "");

}  // namespace attn::ui
