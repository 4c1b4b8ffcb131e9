#pragma once

#include <string>

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Three dots in `button`, called `name`, and the menu that they open. While it is open, answers
/// true: then its lines come, which the mouse and the keys choose, and end_menu().
bool begin_dots_menu(Ui& ui, const std::string& name, const Box& button);

/// The same of a menu that something else opens: `opens` in the frame in which it does.
bool begin_menu(Ui& ui, const std::string& name, bool opens);
bool walked_line(Ui& ui, const std::string& name, const std::string& label,
                 const char* beside = nullptr, bool checked = false);
void end_menu();

}  // namespace attn::ui
