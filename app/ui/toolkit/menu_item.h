#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "app/document/shelf/lesson_shelf.h"
#include "app/ui/toolkit/ui.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Line with inline formulas, for the menu bar.
bool rich_menu_item(Ui& ui, const std::string& name, const std::string& label, const char* beside);

/// Line of the menu bar's menus, "menu.NAME" in the UI map. The arrow keys can reach it, see
/// begin_lines().
bool menu_item(Ui& ui, const std::string& name, const std::string& label,
               const char* beside = nullptr, bool enabled = true, bool checked = false);

/// Takes the keys of the menu bar that is about to be drawn. Returns whether they ask for it.
bool take_menu_bar_keys(Ui& ui);
/// Menu of the menu bar.
bool begin_bar_menu(Ui& ui, const char* label);
/// Menu within a menu; the arrow keys move through its lines together with those of the outer menu.
bool begin_submenu(Ui& ui, const char* label);

/// Note between a menu's lines.
void menu_words(Ui& ui, const std::string& words);

/// Limits the height of the next menu to the window below the menu bar; it scrolls beyond that.
void limit_menu_height();

/// Draws groups of lines with headings in columns of `width` pixels, as many as needed for the
/// window's height and as fit its width. `line(n)` draws a line. A group higher than a column makes
/// the menu scroll.
void menu_columns(Ui& ui, std::span<const SubjectGroup> groups, float width,
                  const std::function<void(std::size_t)>& line);

/// Button with three dots, and its menu. Returns true while the menu is open: then draw its lines
/// and call end_menu().
bool begin_dots_menu(Ui& ui, const std::string& name, const Box& button);

/// Menu opened by another control: `opens` is true in the frame of opening.
bool begin_menu(Ui& ui, const std::string& name, bool opens);
bool popup_item(Ui& ui, const std::string& name, const std::string& label,
                const char* beside = nullptr, bool checked = false);
void end_menu();

}  // namespace attn::ui
