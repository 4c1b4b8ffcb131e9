#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "app/document/shelf/subjects.h"
#include "app/ui/toolkit/ui.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// A line of an open menu, which has that name in the UI map; `beside` stands at its right end.
/// True when it is chosen. The label may be in any script, which ImGui's own may not.
bool menu_line(Ui& ui, const std::string& name, const std::string& label,
               const char* beside = nullptr, bool enabled = true, bool checked = false);

/// The same with formulas among its words, in the menu bar.
bool rich_menu_item(Ui& ui, const std::string& name, const std::string& label, const char* beside);

/// Line of the menu bar's menus, "menu.NAME" in the UI map. The arrow keys walk to it, see
/// begin_lines().
bool menu_item(Ui& ui, const std::string& name, const std::string& label,
               const char* beside = nullptr, bool enabled = true, bool checked = false);

/// Faint words between a menu's lines.
void menu_words(Ui& ui, const std::string& words);

/// Limits the menu that opens next to the window's height below the menu bar: a higher one scrolls.
void limit_menu_height();

/// Draws groups of lines with their headings in an open menu, in as many columns of `width` pixels
/// as the window's height needs and its width allows. `line(n)` draws one. A group of more lines
/// than a column holds makes the menu scroll.
void menu_columns(Ui& ui, std::span<const SubjectGroup> groups, float width,
                  const std::function<void(std::size_t)>& line);

/// Three dots in `button`, called `name`, and the menu that they open. While it is open, answers
/// true: then its lines come, which the mouse and the keys choose, and end_menu().
bool begin_dots_menu(Ui& ui, const std::string& name, const Box& button);

/// The same of a menu that something else opens: `opens` in the frame in which it does.
bool begin_menu(Ui& ui, const std::string& name, bool opens);
bool walked_line(Ui& ui, const std::string& name, const std::string& label,
                 const char* beside = nullptr, bool checked = false);
void end_menu();

}  // namespace attn::ui
