#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Begins a panel on top of the others while `is_open`; a click outside closes it. Draw its content
/// between this and end_overlay(); returns the content's box. Call only while open.
Box begin_overlay(Ui& ui, std::string_view name, const Box& box, std::string_view title,
                  bool& is_open);
void end_overlay();

/// Whether the event is a global shortcut (undo, save …), independent of the focus.
bool is_of_window(const KeyEvent& event);

/// Scrollable list with a marked line. Only visible lines are drawn.
class LineList {
 public:
  /// Marked line; none if the list is empty or nothing was marked yet.
  std::optional<std::size_t> marked;

  /// Marks `line`, and scrolls to it at the next drawing.
  void mark(std::optional<std::size_t> line);
  /// Handles navigation keys in a list of `count` lines: arrows, Page Up/Down, Home, End. Returns
  /// whether it did.
  bool take_key(const KeyEvent& event, std::size_t count);

  struct Click {
    std::size_t line = 0;
    bool twice = false;
  };
  /// Draws the lines by draw_line(n, box), with names by `name_of`; returns the click.
  std::optional<Click> draw(Ui& ui, std::string_view name, const Box& box, std::size_t count,
                            const std::function<std::string(std::size_t)>& name_of,
                            const std::function<void(std::size_t, const Box&)>& draw_line);

 private:
  bool reveals_ = false;
  std::size_t page_ = 10;  ///< lines per page at the last drawing
};

/// List over the view. While open, arrows move, Enter, Space or a click choose a line, Escape
/// closes.
class ListPanel {
 public:
  /// `name`: name in the UI map; lines are "name.0", "name.1", …
  ListPanel(std::string name, std::string title)
      : name_(std::move(name)), title_(std::move(title)) {}

  void toggle() { is_open_ = !is_open_; }
  bool is_open() const { return is_open_; }

  std::optional<std::size_t> marked() const { return lines_.marked; }
  void mark(std::size_t line) { lines_.mark(line); }

  /// Handles a keyboard event. While open, consumes all keys except the window's global ones.
  bool take_key(const KeyEvent& event, std::size_t count,
                const std::function<void(std::size_t)>& choose);
  /// Draws the lines by draw_line(n, box) while open; returns the clicked line.
  std::optional<std::size_t> draw(Ui& ui, const Box& room, std::size_t count,
                                  const std::function<void(std::size_t, const Box&)>& draw_line);

 private:
  std::string name_, title_;
  bool is_open_ = false;
  LineList lines_;
};

}  // namespace attn::ui
