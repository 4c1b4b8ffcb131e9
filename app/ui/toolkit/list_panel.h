#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "app/ui/toolkit/overlay.h"

namespace attn::ui {

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
  bool take(const KeyEvent& event, std::size_t count,
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
