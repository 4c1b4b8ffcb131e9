#pragma once

#include <string>

#include "app/ui/toolkit/ui.h"

namespace attn::ui {

/// A line of an open menu, "menu.NAME" in the UI map; `beside` stands at its right end. True when
/// it is chosen. The label may be in any script, which ImGui's own may not.
bool menu_item(Ui& ui, const std::string& name, const std::string& label,
               const char* beside = nullptr, bool enabled = true, bool checked = false);

}  // namespace attn::ui
