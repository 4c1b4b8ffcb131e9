#pragma once

#include <string>

#include "app/ui/toolkit/ui.h"

namespace attn::ui {

/// A line of an open menu, which has that name in the UI map; `beside` stands at its right end.
/// True when it is chosen. The label may be in any script, which ImGui's own may not.
bool menu_line(Ui& ui, const std::string& name, const std::string& label,
               const char* beside = nullptr, bool enabled = true, bool checked = false);

/// The same with formulas among its words, in the menu bar.
bool rich_menu_item(Ui& ui, const std::string& name, const std::string& label, const char* beside);

/// One of the menu bar's, "menu.NAME" in the UI map.
inline bool menu_item(Ui& ui, const std::string& name, const std::string& label,
                      const char* beside = nullptr, bool enabled = true, bool checked = false) {
  return menu_line(ui, "menu." + name, label, beside, enabled, checked);
}

}  // namespace attn::ui
